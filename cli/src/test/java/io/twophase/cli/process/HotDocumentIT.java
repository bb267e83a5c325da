package io.twophase.cli.process;

import static io.twophase.TwoPhase.transaction;
import static io.twophase.cli.process.HotDocumentProcess.HOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.domain.value.Value;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Functions of sixteen threads of several processes on one document: each happens once, if it is
 * asked for again whenever each of its attempts was in conflict. Prints how many attempts they
 * took. {@code -Dtwophase.hot.processes=N} divides the threads among as many processes, and {@code
 * -Dtwophase.process.rounds=N} goes on for N times as long.
 */
@Tag("deep")
class HotDocumentIT extends ServerProcesses {

  private static final int THREADS = 16;
  private static final int PROCESSES = Integer.getInteger("twophase.hot.processes", 4);
  private static final int SECONDS = 10 * Integer.getInteger("twophase.process.rounds", 1);
  private static final Pattern APPLIED = Pattern.compile("applied (\\d+),");

  private final List<CommandProcess> processes = new ArrayList<>();

  @AfterEach
  void close() {
    processes.forEach(CommandProcess::close);
  }

  @Test
  void eachFunctionOfManyProcessesOnOneDocumentHappensOnce() throws Exception {
    try (MongoStore store = MongoStore.open(server.uri(), MongoStoreSettings.defaults());
        TwoPhase twophase = TwoPhase.over(store).build()) {
      twophase.run(transaction("open").insert(HOT, Map.of("n", 0))).orElseThrow();
      for (int at = 0; at < PROCESSES; at++) {
        processes.add(process("process-" + at));
      }
      processes.forEach(process -> process.awaitOutput(Gate.REACHED));
      Gate.open(twophase);
      long applied = 0;
      for (CommandProcess process : processes) {
        assertThat(process.exitCode()).as(process::output).isZero();
        System.out.println("HotDocumentIT: " + process.output().trim());
        applied += applied(process.output());
      }
      System.out.printf(
          "HotDocumentIT: %d functions of %d processes in %d s%n", applied, PROCESSES, SECONDS);
      assertThat(number(twophase)).isEqualTo(applied).isPositive();
    }
  }

  private CommandProcess process(String name) throws IOException {
    return CommandProcess.start(
        folder.resolve(name + ".log"),
        HotDocumentProcess.class,
        server.uri(),
        name,
        Integer.toString(THREADS / PROCESSES),
        Integer.toString(SECONDS));
  }

  private static long applied(String output) {
    Matcher said = APPLIED.matcher(output);
    assertThat(said.find()).as(output).isTrue();
    return Long.parseLong(said.group(1));
  }

  private static long number(TwoPhase twophase) {
    return twophase
        .documents()
        .read(HOT)
        .orElseThrow()
        .get(0)
        .fields()
        .orElseThrow()
        .get("n")
        .flatMap(Value::wholeNumber)
        .orElseThrow();
  }
}
