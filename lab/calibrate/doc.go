// Package calibrate fits the simulated models to the published figures of real ones, and says how
// well each predicts the figures of the model it was not fitted to.
//
//  1. The published figures are data: published.yaml, with the file each comes from.
//  2. Bench plays the original suite on a simulated model, with given parameters and the same
//     seeds every time, and counts what the figures count: facts that survived in the notes of
//     rlm (by type), final tasks passed, and facts found in the final answers (by strategy).
//  3. Fit searches a few parameters (free.yaml) for those under which the published counts are
//     likeliest, with a weak pull towards what was assumed of them, so that what the figures don't
//     determine stays there.
//  4. Calibrate fits every published model, predicts each by the fit to the other, and lists which
//     aims are met (Result). Switching mechanisms off one by one shows what carries that.
//  5. Write puts the values into the simulated models' parameters.yaml and keeps the result, which
//     is part of the program (Latest); a test compares its hashes with the parameters in use.
//
// Facts found in final answers (measure A) are compared and never fitted: what a final task asks
// decides most of them.
package calibrate
