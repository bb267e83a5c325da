package io.twophase.cli.demo;

import io.twophase.console.view.Json;
import java.util.List;
import java.util.Map;

/**
 * Something that happened, and the documents after it.
 *
 * @param title who does what
 * @param says what there is to say about it, in one sentence; may be empty
 * @param documents all of them, reduced to the fields that teach
 * @param fresh whether they are of another database than those of the step before
 */
record Step(String title, String says, List<Map<String, Object>> documents, boolean fresh) {

  /** One on the same database as the step before. */
  Step(String title, String says, List<Map<String, Object>> documents) {
    this(title, says, documents, false);
  }

  Map<String, Object> json() {
    return Json.object("step", title, "says", says, "documents", documents);
  }
}
