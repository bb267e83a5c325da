package io.twophase.console.http;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import io.twophase.console.view.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The description of the API, by OpenAPI 3.1: it is made of the routes, and of nothing else. */
public final class OpenApi {

  private static final Template DESCRIPTION =
      Mustache.compiler()
          .withEscaper(text -> new String(JsonStringEncoder.getInstance().quoteAsString(text)))
          .compile(Pages.resource("openapi.mustache"));

  private OpenApi() {}

  /**
   * The description.
   *
   * @param routes all of them
   * @param base the place where the console is mounted
   */
  public static Map<String, Object> of(List<Route> routes, String base) {
    Map<String, List<Map<String, Object>>> operations =
        routes.stream()
            .collect(
                Collectors.groupingBy(
                    Route::path,
                    LinkedHashMap::new,
                    Collectors.mapping(OpenApi::operation, Collectors.toList())));
    List<Map<String, Object>> paths =
        operations.entrySet().stream()
            .map(path -> Json.object("path", path.getKey(), "operations", path.getValue()))
            .toList();
    return Json.parsed(DESCRIPTION.execute(Map.of("url", base + Routes.API, "paths", paths)));
  }

  private static Map<String, Object> operation(Route route) {
    boolean hasParameters = !route.parameters().isEmpty();
    Map<String, Object> operation =
        Json.object(
            "method", route.method().toLowerCase(Locale.ROOT),
            "operationId", name(route),
            "role", route.role(),
            "isPost", route.method().equals("POST"),
            "isJson", route.content().endsWith("json"),
            "mayConflict", hasParameters && route.role() == Role.OPERATOR);
    operation.put("route", route);
    operation.put(
        "required", route.parameters().stream().filter(Route.Parameter::isRequired).toList());
    return operation;
  }

  /** A name such as {@code getAccountStatement}. */
  private static String name(Route route) {
    StringBuilder name = new StringBuilder(route.method().toLowerCase(Locale.ROOT));
    for (String part : route.path().split("[/.-]", -1)) {
      if (!part.isEmpty()) {
        name.append(Character.toUpperCase(part.charAt(0))).append(part.substring(1));
      }
    }
    return name.toString();
  }
}
