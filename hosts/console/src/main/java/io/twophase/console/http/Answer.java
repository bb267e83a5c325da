package io.twophase.console.http;

import static io.vavr.API.$;
import static io.vavr.API.Case;
import static io.vavr.API.Match;
import static io.vavr.Predicates.instanceOf;

import java.util.Map;
import java.util.function.Function;

/** The answer of a screen to a request: JSON for scripts, and a page for people, of one model. */
public sealed interface Answer {

  /** The value of the function for this answer. */
  default <T> T fold(
      Function<? super Shown, ? extends T> shown,
      Function<? super Declined, ? extends T> declined,
      Function<? super Done, ? extends T> done,
      Function<? super Sent, ? extends T> sent) {
    return Match(this)
        .of(
            Case($(instanceOf(Shown.class)), shown),
            Case($(instanceOf(Declined.class)), declined),
            Case($(instanceOf(Done.class)), done),
            Case($(instanceOf(Sent.class)), sent));
  }

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
