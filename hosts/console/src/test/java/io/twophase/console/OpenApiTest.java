package io.twophase.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.console.http.Caller;
import io.twophase.console.http.Request;
import io.twophase.console.http.Request.BadRequestException;
import io.twophase.console.http.Role;
import io.twophase.console.http.Route;
import io.twophase.console.http.Routes;
import io.twophase.console.testing.Asked;
import io.twophase.console.testing.Bank;
import java.io.InputStream;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The description of the API says what the handlers do. */
class OpenApiTest {

  /** For each parameter something that it can be. */
  private static final Map<String, String> SAMPLES =
      Stream.of(
              """
              id=A page=1 collection=orders database=shop from=2026-11-01 to=2026-11-02
              at=2026-11-02 list=latest state=done reference=INV-9 metadata=shop=north
              account=A scan=yes action=a-1 reason=test\
              """
                  .split("\\s", -1))
          .map(sample -> sample.split("=", 2))
          .collect(Collectors.toMap(sample -> sample[0], sample -> sample[1]));

  private final Bank bank = new Bank();
  private final ConsoleSettings settings =
      ConsoleSettings.of(Access.local("me")).withActions(true).withClock(bank.clock);
  private final Routes routes = Screens.of(bank.twophase, bank.store, settings);
  private final Asked asked = bank.asked(all -> all.withActions(true));

  @AfterEach
  void close() {
    routes.all().forEach(route -> route.screen().close());
    bank.close();
  }

  private static Set<String> names(Route route) {
    return route.parameters().stream()
        .map(Route.Parameter::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private JsonNode document() {
    return asked.get("/api/v1/openapi.json").json();
  }

  private static String sample(Route route, String name) {
    return route.path().equals("/batch") ? "batch:1" : SAMPLES.getOrDefault(name, "");
  }

  private static String query(Route route) {
    return route.parameters().stream()
        .filter(Route.Parameter::isRequired)
        .map(one -> one.name() + "=" + sample(route, one.name()))
        .collect(Collectors.joining("&", "?", ""));
  }

  @Test
  void eachRouteIsDescribedAndNoOther() {
    JsonNode paths = document().path("paths");
    Set<String> described = new TreeSet<>();
    for (Map.Entry<String, JsonNode> path : paths.properties()) {
      path.getValue()
          .fieldNames()
          .forEachRemaining(method -> described.add(method + " " + path.getKey()));
    }

    assertThat(described)
        .isEqualTo(
            routes.all().stream()
                .map(route -> route.method().toLowerCase(Locale.ROOT) + " " + route.path())
                .collect(Collectors.toCollection(TreeSet::new)))
        .contains("get /transaction", "get /openapi.json", "post /account/freeze");
    assertThat(document().path("openapi").asText()).isEqualTo("3.1.0");
    assertThat(document().at("/servers/0/url").asText()).isEqualTo("/api/v1");
    for (Route route : routes.all()) {
      JsonNode operation = paths.path(route.path()).path(route.method().toLowerCase(Locale.ROOT));
      assertThat(operation.path("summary").asText()).as(route.path()).endsWith(".");
      assertThat(operation.path("responses").path("200").path("content").has(route.content()))
          .isTrue();
    }
  }

  @Test
  void operationsHaveNamesOfTheirOwn() {
    List<String> names = document().path("paths").findValuesAsText("operationId");

    assertThat(names)
        .hasSameSizeAs(routes.all())
        .doesNotHaveDuplicates()
        .contains("getAccountStatementCsv", "postTransactionCancel");
  }

  @Test
  void eachPathAnswersInBothFormsAndNoOtherDoes() {
    for (Route route : routes.all()) {
      for (String form : List.of("", Routes.API)) {
        Asked.Reply reply =
            route.method().equals("GET")
                ? asked.get(form + route.path() + query(route))
                : asked.send(route.method(), form + route.path(), "");
        assertThat(reply.status()).as(route.path()).isNotIn(405, 500);
        assertThat(reply.text()).as(route.path()).doesNotContain("NoSuchPage", "is missing");
      }
    }
    for (String path :
        List.of("/nowhere", "/transaction/", "/transactions", "/api/v1", "/api/v2/now")) {
      assertThat(asked.get(path).status()).as(path).isEqualTo(404);
    }
  }

  @Test
  void aScreenReadsWhatIsDescribedAndNothingElse() {
    for (Route route : routes.all()) {
      Recorded parameters = new Recorded(route);
      try {
        route
            .screen()
            .answer(
                new Request(
                    route.method(),
                    route.path(),
                    null,
                    Map.of(),
                    InputStream.nullInputStream(),
                    parameters,
                    Optional.of(new Caller("me", Role.OPERATOR)),
                    Map.of()));
      } catch (BadRequestException unfit) {
        // what it was asked for was read before
      }

      assertThat(parameters.read).as(route.method() + " " + route.path()).isEqualTo(names(route));
    }
  }

  /** Parameters that note which of them are read. */
  private static final class Recorded extends HashMap<String, String> {

    private static final long serialVersionUID = 1L;

    private final transient Set<String> read = new TreeSet<>();

    Recorded(Route route) {
      super(samples(route));
    }

    private static Map<String, String> samples(Route route) {
      Map<String, String> samples = new LinkedHashMap<>();
      route.parameters().forEach(one -> samples.put(one.name(), sample(route, one.name())));
      return samples;
    }

    @Override
    public String get(Object name) {
      read.add(String.valueOf(name));
      return super.get(name);
    }
  }
}
