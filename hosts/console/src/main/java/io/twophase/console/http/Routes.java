package io.twophase.console.http;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All routes of a console.
 *
 * @param all in the order in which the API's description lists them
 */
public record Routes(List<Route> all) {

  /** The place of the JSON. */
  public static final String API = "/api/v1";

  /** Copies the list. */
  public Routes {
    all = List.copyOf(all);
  }

  /** Returns whether scripts ask for the path, and get JSON. */
  public static boolean isApi(String path) {
    return path.startsWith(API + "/");
  }

  /** The route of a request. */
  public Optional<Route> find(String method, String path) {
    String page = isApi(path) ? path.substring(API.length()) : path;
    return all.stream()
        .filter(route -> route.path().equals(page) && route.method().equals(method))
        .findFirst();
  }

  /** The methods that a path has; none if there is no such path. */
  public List<String> methods(String path) {
    return Stream.of("GET", "POST").filter(method -> find(method, path).isPresent()).toList();
  }
}
