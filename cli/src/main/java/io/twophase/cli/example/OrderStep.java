package io.twophase.cli.example;

import java.util.List;
import java.util.Map;

/**
 * Something that happened, and the documents after it.
 *
 * @param title who does what
 * @param says what there is to say about it, in one sentence
 * @param documents all of them, reduced to the fields that teach
 * @param fresh whether they are of another shop than those of the step before
 */
record OrderStep(String title, String says, List<Map<String, Object>> documents, boolean fresh) {

  /** One in the same shop as the step before. */
  OrderStep(String title, String says, List<Map<String, Object>> documents) {
    this(title, says, documents, false);
  }
}
