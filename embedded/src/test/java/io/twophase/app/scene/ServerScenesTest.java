package io.twophase.app.scene;

import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.Retention;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.testing.Scenes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Scenes of hosts over a server. The first scene of a page is played before each other. */
@Timeout(60)
class ServerScenesTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.preferred();

  static Stream<Arguments> scenes() {
    return of("audit-of-numbers", "foreign-members", "periods", "reading", "batches", "edges");
  }

  static Stream<Arguments> unreadable() {
    return of("unreadable");
  }

  private static Stream<Arguments> of(String... pages) {
    return Stream.of(pages)
        .map(page -> Scenes.of(ServerScenesTest.class, "/scenes/" + page + ".txt").toList())
        .flatMap(page -> page.stream().skip(1).map(scene -> Arguments.of(scene, page.get(0))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scenes")
  void comesOutAsItIsWritten(Scenes.Scene scene, Scenes.Scene first) {
    MongoStore store = FRESH.store();
    try (ServerSteps steps = new ServerSteps(FRESH, store, TwoPhase.over(store).build())) {
      List.of(first, scene).forEach(each -> each.play(steps::step));
    }
  }

  /**
   * Documents of each kind cannot be read, among a hundred good ones: every pass does the others.
   */
  @ParameterizedTest(name = "{0}")
  @MethodSource("unreadable")
  void comesOutAmongWhatCannotBeRead(Scenes.Scene scene, Scenes.Scene first) {
    boolean leavesReceipts = scene.title().endsWith("[receipts]");
    Retention retention =
        new Retention(
            Duration.ofDays(1),
            Retention.By.PASS,
            leavesReceipts ? Optional.of(Duration.ofDays(3)) : Optional.empty());
    MongoStore store = FRESH.store(Servers.QUIET.withRetention(retention));
    try (DamageSteps steps = new DamageSteps(FRESH, store, TwoPhase.over(store).build())) {
      List.of(first, scene).forEach(each -> each.play(steps::step));
    }
  }
}
