package io.twophase.app.scene;

import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.testing.Scenes;
import java.util.List;
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
    return Stream.of(
            "audit-of-numbers.txt",
            "foreign-members.txt",
            "periods.txt",
            "reading.txt",
            "batches.txt")
        .map(page -> Scenes.of(ServerScenesTest.class, "/scenes/" + page).toList())
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
}
