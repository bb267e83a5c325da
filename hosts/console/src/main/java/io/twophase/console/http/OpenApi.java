package io.twophase.console.http;

import io.twophase.console.view.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The description of the API, by OpenAPI 3.1: it is made of the routes, and of nothing else. */
public final class OpenApi {

  private static final String DESCRIPTION = "description";
  private static final String CONTENT = "content";
  private static final String SCHEMA = "schema";
  private static final String TOKEN = "token";

  private static final Map<String, Object> TEXT = Map.of("type", "string");
  private static final Map<String, Object> OBJECT = Map.of("type", "object");
  private static final Map<String, Object> DECLINED =
      Map.of("$ref", "#/components/schemas/Declined");

  private static final Map<String, String> DECLINES =
      Map.of(
          "400", "A parameter is wrong or missing.",
          "401", "The request does not show who sends it.",
          "403", "The caller may not do this, or nobody may on this console.",
          "404", "There is nothing of that name.",
          "503", "The store does not answer or is kept busy, or the outcome is not known.");

  private OpenApi() {}

  /**
   * The description.
   *
   * @param routes all of them
   * @param base the place where the console is mounted
   */
  public static Map<String, Object> of(List<Route> routes, String base) {
    Map<String, Map<String, Object>> paths = new LinkedHashMap<>();
    for (Route route : routes) {
      paths
          .computeIfAbsent(route.path(), none -> new LinkedHashMap<>())
          .put(route.method().toLowerCase(Locale.ROOT), operation(route));
    }
    Map<String, Object> all = Json.parsed(Pages.resource("openapi.json"));
    all.put("servers", List.of(Map.of("url", base + Routes.API)));
    all.put("paths", paths);
    return all;
  }

  private static Map<String, Object> operation(Route route) {
    boolean isPost = route.method().equals("POST");
    Map<String, Object> operation =
        Json.object(
            "operationId", name(route),
            "summary", route.summary(),
            "tags", List.of(Json.lower(route.role())));
    operation.put(
        isPost ? "requestBody" : "parameters",
        isPost ? body(route) : route.parameters().stream().map(OpenApi::parameter).toList());
    operation.put("responses", responses(route, isPost));
    operation.put("security", List.of(Map.of(TOKEN, List.of(Json.lower(route.role())))));
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

  private static Map<String, Object> parameter(Route.Parameter one) {
    Map<String, Object> query =
        Json.object("name", one.name(), "in", "query", "required", one.isRequired());
    query.put(DESCRIPTION, one.description());
    query.put(SCHEMA, TEXT);
    return query;
  }

  private static Map<String, Object> described(String description) {
    return Json.object("type", "string", DESCRIPTION, description);
  }

  private static Map<String, Object> body(Route route) {
    Map<String, Object> fields = new LinkedHashMap<>();
    route.parameters().forEach(one -> fields.put(one.name(), described(one.description())));
    fields.put(
        "form",
        described("what the forms of this console carry; not needed of a request with a token"));
    List<String> required =
        route.parameters().stream()
            .filter(Route.Parameter::isRequired)
            .map(Route.Parameter::name)
            .toList();
    Map<String, Object> schema =
        Json.object("type", "object", "required", required, "properties", fields);
    return Json.object(
        "required", true, CONTENT, Map.of("application/json", Map.of(SCHEMA, schema)));
  }

  private static Map<String, Object> responses(Route route, boolean isPost) {
    Map<String, Object> responses = new TreeMap<>();
    Map<String, Object> schema = route.content().endsWith("json") ? OBJECT : TEXT;
    responses.put(
        "200",
        response(
            isPost ? "It was done, or had been done before." : "It is there.",
            route.content(),
            schema));
    DECLINES.forEach((status, why) -> decline(responses, status, why));
    if (!route.parameters().isEmpty() && Json.lower(route.role()).equals("operator")) {
      decline(responses, "409", "It cannot be done as things are; the code says why.");
    }
    if (isPost) {
      decline(responses, "415", "The body is no JSON.");
    }
    return responses;
  }

  private static void decline(Map<String, Object> responses, String status, String description) {
    responses.put(status, response(description, Route.JSON, DECLINED));
  }

  private static Map<String, Object> response(String description, String type, Object schema) {
    return Json.object(DESCRIPTION, description, CONTENT, Map.of(type, Map.of(SCHEMA, schema)));
  }
}
