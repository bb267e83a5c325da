package io.twophase.console.page;

import io.twophase.console.http.Role;
import java.util.ArrayList;
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

  private static final String JSON = "application/json";

  /** A parameter in the query, or of a {@code POST} in the body. */
  public record Parameter(String name, String description, boolean isRequired) {}

  /** Copies the parameters. */
  public Route {
    parameters = List.copyOf(parameters);
  }

  /** A page that viewers may read. */
  public static Route page(String path, String summary, String template, Screen screen) {
    return new Route(
        "GET", path, summary, Role.VIEWER, List.of(), Optional.of(template), JSON, screen);
  }

  /**
   * A file or a stream that viewers may read.
   *
   * @param content its type
   */
  public static Route file(String path, String summary, String content, Screen screen) {
    return new Route(
        "GET", path, summary, Role.VIEWER, List.of(), Optional.empty(), content, screen);
  }

  /** The form of an action, which operators may see. */
  public static Route form(String path, String summary, String template, Screen screen) {
    return new Route(
        "GET", path, summary, Role.OPERATOR, List.of(), Optional.of(template), JSON, screen);
  }

  /** An action of an operator. */
  public static Route action(String path, String summary, Screen screen) {
    return new Route(
        "POST", path, summary, Role.OPERATOR, List.of(), Optional.of("declined"), JSON, screen);
  }

  /** Something that viewers may start, since it changes nothing in the store. */
  public static Route run(String path, String summary, Screen screen) {
    return new Route(
        "POST", path, summary, Role.VIEWER, List.of(), Optional.of("declined"), JSON, screen);
  }

  /** This route, with a parameter that a request must have. */
  public Route needs(String name, String description) {
    return with(new Parameter(name, description, true));
  }

  /** This route, with a parameter that a request may have. */
  public Route takes(String name, String description) {
    return with(new Parameter(name, description, false));
  }

  private Route with(Parameter one) {
    List<Parameter> all = new ArrayList<>(parameters);
    all.add(one);
    return new Route(method, path, summary, role, all, template, content, screen);
  }
}
