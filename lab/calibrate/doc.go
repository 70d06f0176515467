// Package calibrate fits the simulated models to the published figures of real ones, and says how
// well each predicts the figures of the model it was not fitted to.
//
//  1. The published figures are data: published.yaml, with the file each comes from.
//  2. Bench plays the original suite on a simulated model with the same seeds every time, and counts
//     what the figures count, all by today's matchers: facts that survived in the notes of rlm (by
//     type), final tasks passed, and facts that a final answer has of those that its task asks for.
//  3. Fit matches each of a few parameters to one figure (matches): it plays, moves every parameter by
//     how far its figure is off, and plays again. A model that stands for a stronger one is never
//     weaker in anything.
//  4. Calibrate predicts each published model by the fit to the other as well, and lists which aims
//     are met (Result). Switching mechanisms off one by one shows what carries that.
//  5. Write puts the values into the simulated models' parameters.yaml and keeps the result, which
//     is part of the program (Latest); a test compares its hashes with the parameters in use.
//
// How many of all 62 facts an answer has (measure A) isn't compared: 21 of them no task asks for, so
// it measures how much a model volunteers, and the simulated ones volunteer nothing or all.
package calibrate
