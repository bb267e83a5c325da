package io.twophase.console.screen;

import io.twophase.console.view.Json;
import java.util.List;
import java.util.Map;

/** The answer in the place of a search that would read every transaction. */
final class Scans {

  private Scans() {}

  /**
   * Asks whether to go on.
   *
   * @param why in words, without a full stop
   * @param kept the parameters of the request, to be sent again
   */
  static Map<String, Object> asks(String why, List<Map<String, Object>> kept) {
    return Json.object(
        "message",
        why + ", which may take long and loads the store. Nothing was read yet.",
        "parameter",
        "scan=yes",
        "fields",
        kept);
  }
}
