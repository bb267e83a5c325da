package io.twophase.cli.demo;

import io.twophase.cli.demo.crash.Kill;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.ports.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Plays all scenes, on a server in memory that is its own and gone afterwards. */
final class Demo {

  private final UnaryOperator<Store> front;

  private Demo(UnaryOperator<Store> front) {
    this.front = front;
  }

  /** The demo. */
  public static Demo sound() {
    return new Demo(real -> real);
  }

  /** The demo with something put in front of the store, to see that it would be noticed. */
  public static Demo with(UnaryOperator<Store> tampering) {
    return new Demo(tampering);
  }

  /** Plays it. */
  public Story run() {
    try (EmbeddedServer server = EmbeddedServer.inMemory(0)) {
      Story.Scene transfer;
      try (DemoBank bank = DemoBank.open(server, "transfer", front)) {
        transfer = TransferScene.play(bank);
      }
      // the first step is what was there before
      int writes = transfer.steps().size() - 1;
      List<Kill> killed = new ArrayList<>();
      for (int after = 1; after <= writes; after++) {
        try (DemoBank bank = DemoBank.open(server, "killed-" + after, front)) {
          killed.add(KillScene.play(bank, after));
        }
      }
      TutorialScene.Shown tutorial = TutorialScene.play(server);
      try (DemoBank bank = DemoBank.open(server, "slow", front)) {
        return new Story(transfer, killed, tutorial, SlowScene.play(bank));
      }
    }
  }
}
