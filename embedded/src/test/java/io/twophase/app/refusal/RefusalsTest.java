package io.twophase.app.refusal;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.app.scene.ServerSteps;
import io.twophase.app.testing.Hosts;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.domain.testing.Scenes;
import io.twophase.embedded.EmbeddedServer;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Each refusal of docs/OUTCOMES.md, through the front door")
class RefusalsTest {

  /** What no host can ask: only who makes a transaction of the domain sees it. */
  private static final List<String> NOT_FOR_HOSTS = List.of("AuthorizationAsked");

  private static final List<Table> TABLES =
      List.of(
          new Table("## Why a transfer is refused", "## Authorizations", "refusals.txt"),
          new Table("### `AuthorizationRefusal`", "\n## ", "refused-authorizations.txt"),
          new Table("### `StatusRefusal`", "\n##", "refused-changes-of-status.txt"));

  @AutoClose private static final EmbeddedServer SERVER = EmbeddedServer.inMemory(0);
  @AutoClose private static final MongoClient CLIENT = MongoClients.create(SERVER.uri());
  @RegisterExtension static final FreshDatabase FRESH = new FreshDatabase(() -> CLIENT, "bank");

  /** A part of the page, between two of its lines; and the scenes that produce its kinds. */
  private record Table(String from, String to, String page) {

    Stream<Scenes.Scene> scenes() {
      return Scenes.of(RefusalsTest.class, "/scenes/" + page);
    }

    Stream<String> kinds() {
      return OutcomesPage.kinds(from, to).stream().filter(kind -> !NOT_FOR_HOSTS.contains(kind));
    }
  }

  static Stream<Scenes.Scene> refusals() {
    return Stream.concat(
        TABLES.stream().flatMap(Table::scenes),
        Scenes.of(RefusalsTest.class, "/scenes/refused-twice.txt"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusals")
  void isProduced(Scenes.Scene scene) {
    MongoStore store = FRESH.store(Servers.QUIET.withHoldLimit(new HoldLimit(2)));
    TwoPhase host = TwoPhase.over(store).settings(Hosts.patient(Duration.ofMillis(1), 50)).build();
    try (ServerSteps steps = new ServerSteps(FRESH, store, host)) {
      steps.step("open A:10000 B:0 full:100:USD:100 euro:500:EUR frozen:0 closed:0");
      steps.step("status frozen FREEZE");
      steps.step("status closed CLOSE");
      scene.play(steps::step);
    }
  }

  @Test
  @DisplayName("is listed once, and its scene ends with it")
  void once() {
    assertThat(TABLES)
        .allSatisfy(
            table ->
                assertThat(table.scenes().map(Scenes.Scene::title))
                    .containsExactlyInAnyOrderElementsOf(table.kinds().toList()));
    assertThat(TABLES.stream().flatMap(Table::scenes))
        .allMatch(
            scene -> scene.lines().get(scene.lines().size() - 1).endsWith("-> " + scene.title()));
  }

  @Test
  @DisplayName("comes first as the scenes do")
  void inOrder() {
    List<String> order = TABLES.get(0).scenes().map(Scenes.Scene::title).toList();
    assertThat(Scenes.of(RefusalsTest.class, "/scenes/refused-twice.txt").map(Scenes.Scene::title))
        .allSatisfy(
            pair -> {
              List<String> names = List.of(pair.split(" before ", -1));
              assertThat(order.indexOf(names.get(0))).isBetween(0, order.indexOf(names.get(1)));
            });
  }
}
