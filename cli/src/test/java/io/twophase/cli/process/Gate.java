package io.twophase.cli.process;

import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.transaction;

import io.twophase.TwoPhase;
import io.twophase.cli.text.ExitCode;
import io.twophase.domain.document.DocumentRef;
import io.twophase.ports.StoreException;
import java.util.Map;
import java.util.concurrent.Callable;

/** Where the programs of a test wait, so that none is through before another has begun. */
final class Gate {

  /** Each program says so when it waits. */
  static final String REACHED = "at the gate";

  private static final DocumentRef OPEN = document("gates", "open");
  private static final long POLL_MILLIS = 100;

  private Gate() {}

  /** Lets all programs in, also those that are started later. */
  static void open(TwoPhase twophase) {
    twophase.run(transaction("gate").insert(OPEN, Map.of())).orElseThrow();
  }

  static void pass(TwoPhase twophase) throws InterruptedException {
    System.out.println(REACHED);
    while (twophase.documents().read(OPEN).orElseThrow().get(0).fields().isEmpty()) {
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** Runs a program, which ends as a command does if its store is not there. */
  static void run(Callable<?> program) throws Exception {
    try {
      program.call();
    } catch (StoreException unreachable) {
      unreachable.printStackTrace();
      System.exit(ExitCode.UNREACHABLE);
    }
  }
}
