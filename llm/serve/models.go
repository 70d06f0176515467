package serve

import (
	"maps"
	"net/http"
	"slices"
	"strings"
)

// modelEntry is a model as it is listed.
type modelEntry struct {
	ID      string `json:"id"`
	Object  string `json:"object"`
	Created int64  `json:"created"`
	OwnedBy string `json:"owned_by"`
}

func (s *Server) entry(id string) modelEntry {
	return modelEntry{ID: id, Object: "model", Created: s.started, OwnedBy: "context-arena"}
}

// IDs are what requests call the models and embedders, sorted.
func (s *Server) IDs() []string {
	ids := slices.AppendSeq(slices.Collect(maps.Keys(s.models)), maps.Keys(s.embedders))
	slices.Sort(ids)
	return ids
}

// listModels answers with all models.
func (s *Server) listModels(w http.ResponseWriter, _ *http.Request) error {
	data := []modelEntry{}
	for _, id := range s.IDs() {
		data = append(data, s.entry(id))
	}
	return deliver(w, map[string]any{"object": "list", "data": data})
}

// oneModel answers with one model.
func (s *Server) oneModel(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	if !slices.Contains(s.IDs(), id) {
		return s.unknownModel(id)
	}
	return deliver(w, s.entry(id))
}

// unknownModel is the error for a model that isn't served.
func (s *Server) unknownModel(id string) error {
	return invalid(http.StatusNotFound, "model", "model_not_found",
		"the model %.80q does not exist here (there are: %s)", id, strings.Join(s.IDs(), ", "))
}
