package io.twophase.console.http;

import io.twophase.console.http.Answer.Declined;
import io.twophase.console.http.Answer.Done;
import io.twophase.console.http.Answer.Sent;
import io.twophase.console.http.Answer.Shown;
import io.twophase.domain.Cases;
import java.util.Map;

/** The answer of a screen to a request: JSON for scripts, and a page for people, of one model. */
public sealed interface Answer extends Cases.Of4<Shown, Declined, Done, Sent> {

  /** There is nothing of that name. */
  static Answer missing(String kind, String message) {
    return new Declined(404, kind, message);
  }

  /**
   * A model to show.
   *
   * @param model JSON values by name
   */
  record Shown(Map<String, Object> model) implements Answer {}

  /**
   * The request is not carried out.
   *
   * @param status of HTTP
   * @param kind for scripts
   * @param message one line for people
   */
  record Declined(int status, String kind, String message) implements Answer {}

  /**
   * An action was carried out: a browser goes on to a page, and a script gets the model.
   *
   * @param status of HTTP, for scripts
   * @param address of the page, below the place where the console is mounted
   */
  record Done(int status, String address, Map<String, Object> model) implements Answer {}

  /** A response as it is, such as a file or a stream. */
  record Sent(Response response) implements Answer {}
}
