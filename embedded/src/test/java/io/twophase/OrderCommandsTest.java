package io.twophase;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.testing.CommandRecorder;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.app.scene.FunctionSteps;
import io.twophase.app.testing.Books;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.testing.Scenes.Scene;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How many commands requests cost where a server has one for several collections. */
class OrderCommandsTest {

  private final CommandRecorder recorder = new CommandRecorder();
  @AutoClose private final MongoClient client = recorder.client(Servers.tellingUri());
  @RegisterExtension final FreshDatabase fresh = new FreshDatabase(() -> client, "orders");

  @ScenesOf("/scenes/commands.txt")
  void areAsManyAsIsWritten(Scene scene) {
    Store beating = Books.open(fresh.store(), 20_000, 0);
    Store store =
        Interceptor.before(
            Store.class,
            beating,
            (method, asked, call) -> method.equals("beat") ? MatchOutcome.MATCHED : call.make());
    try (FunctionSteps steps = new FunctionSteps(store)) {
      scene.play(
          step -> step.equals("sent") ? String.join(", ", recorder.commands()) : steps.step(step));
    }
  }
}
