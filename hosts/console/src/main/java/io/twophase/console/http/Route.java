package io.twophase.console.http;

import java.util.List;
import java.util.Optional;

/**
 * An address of the console, and the screen behind it. The page is at the path, and the JSON of the
 * same model at the path below {@code /api/v1}.
 *
 * @param method of HTTP
 * @param path below the place where the console is mounted
 * @param summary what the route does, in one sentence
 * @param role the callers who may use it
 * @param parameters by which it is asked
 * @param template the name of the page; none where the answer is a file or a stream, which is the
 *     same for scripts
 * @param content the type of what scripts get
 * @param screen answers
 */
public record Route(
    String method,
    String path,
    String summary,
    Role role,
    List<Parameter> parameters,
    Optional<String> template,
    String content,
    Screen screen) {

  /** The type of what scripts get of a page. */
  public static final String JSON = "application/json";

  /** A parameter in the query, or of a {@code POST} in the body. */
  public record Parameter(String name, String description, boolean isRequired) {}

  /** Answers the requests of one route. Thread-safe. */
  @FunctionalInterface
  public interface Screen {

    /**
     * The answer to a request.
     *
     * @throws io.twophase.console.http.Request.BadRequestException if a parameter is wrong
     * @throws io.twophase.ports.StoreException if the store does not answer
     */
    Answer answer(Request request);

    /** Ends what the screen does by itself, if it does anything. Idempotent. */
    default void close() {}
  }

  /** Copies the parameters. */
  public Route {
    parameters = List.copyOf(parameters);
  }
}
