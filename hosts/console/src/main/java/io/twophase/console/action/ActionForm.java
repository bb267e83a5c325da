package io.twophase.console.action;

import io.twophase.console.http.Request;
import io.twophase.console.page.Answer;
import io.twophase.console.page.Screen;
import io.twophase.console.view.Json;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The form of an action: in words what it would do, and a fresh id that makes it safe to send. */
record ActionForm(Action action, Supplier<String> ids) implements Screen {

  @Override
  public Answer answer(Request request) {
    String id = request.required("id");
    return action
        .preview()
        .apply(id)
        .fold(
            why -> new Answer.Declined(409, "NothingToDo", why),
            words -> new Answer.Shown(model(id, words)));
  }

  private Map<String, Object> model(String id, List<String> words) {
    return Json.object(
        "kind", action.kind().word(),
        "path", action.path(),
        "id", id,
        "does", words,
        "action", ids.get(),
        "inputs",
            action.fields().stream()
                .map(field -> Json.object("name", field.name(), "label", field.label()))
                .toList());
  }
}
