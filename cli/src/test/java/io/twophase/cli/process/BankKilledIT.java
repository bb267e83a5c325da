package io.twophase.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.function.Functions;
import io.twophase.app.testing.UnguardedFunctions;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.testing.Seed;
import io.twophase.test.contract.Race;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Eight threads of four processes run functions on a {@link FunctionBank}, and a recoverer beside
 * them. Half of the processes are killed again and again. Then each function has happened once, and
 * each run of each function has seen the sum. In {@code deep}, sixteen threads do so on a single
 * document, which {@code -Dtwophase.hot.processes=N} divides among as many processes. {@code
 * -Dtwophase.process.rounds=N} makes it N times as long; {@code -Dtwophase.seed=…}, which is
 * printed, draws the same again.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no SIGSTOP")
class BankKilledIT extends ServerProcesses {

  private static final int ROUNDS = Integer.getInteger("twophase.process.rounds", 1);
  private static final int FUNCTIONS = 4 * ROUNDS;
  private static final int PROCESSES = 4;
  private static final int THREADS = 2;
  private static final int DOCUMENTS = 20;
  private static final int HOT_PROCESSES = Integer.getInteger("twophase.hot.processes", 4);
  private static final int HOT_THREADS = 16;
  private static final int HOT_FUNCTIONS = 20 * ROUNDS;
  private static final int MOST_TRIES = 200;
  private static final String KILLED = "banks";
  private static final String SPARED = "spared";

  private final long seed = Seed.next("BankKilledIT");
  private final String repeat =
      "repeat it: ./mvnw verify -Dit.test=BankKilledIT -Dtwophase.seed=" + seed;

  @Test
  void eachRunSeesTheSumAndEachFunctionHappensOnceWhoeverDies() throws Exception {
    try (MongoStore store = MongoStore.open(server.uri(), MongoStoreSettings.defaults());
        TwoPhase twophase = TwoPhase.over(store).build()) {
      FunctionBank bank = new FunctionBank(seed, DOCUMENTS);
      bank.open(twophase);
      List<RestartedProcess> banks = banks(PROCESSES, DOCUMENTS, THREADS, FUNCTIONS);
      RestartedProcess recoverer = recoverer("recoverer", server.uri());
      openTheGate(twophase, banks);
      strike(banks);
      recoverer.close();
      settle();
      assertThat(bank.moves(twophase)).as(repeat).isEqualTo(2L * PROCESSES * THREADS * FUNCTIONS);
    }
  }

  /** Each is asked for again where each of its attempts was in conflict. */
  @Tag("deep")
  @Test
  void eachFunctionOfManyProcessesOnOneDocumentHappensOnce() throws Exception {
    try (MongoStore store = MongoStore.open(server.uri(), MongoStoreSettings.defaults());
        TwoPhase twophase = TwoPhase.over(store).build()) {
      FunctionBank bank = new FunctionBank(seed, 1);
      bank.open(twophase);
      List<RestartedProcess> banks =
          banks(HOT_PROCESSES, 1, HOT_THREADS / HOT_PROCESSES, HOT_FUNCTIONS);
      openTheGate(twophase, banks);
      long begun = System.nanoTime();
      for (RestartedProcess each : banks) {
        assertThat(each.process().exitCode()).as(each::report).isZero();
      }
      report(banks);
      System.out.printf(
          "BankKilledIT: %d functions of %d processes on one document in %d s%n",
          HOT_THREADS * HOT_FUNCTIONS,
          HOT_PROCESSES,
          TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun));
      assertThat(bank.moves(twophase)).as(repeat).isEqualTo(2L * HOT_THREADS * HOT_FUNCTIONS);
    }
  }

  /** Without the guards of what they have read, functions lose what others have moved. */
  @Tag("deep")
  @Test
  void someRunSeesAnotherSumWithoutTheGuards() {
    try (MongoStore store = MongoStore.open(server.uri(), MongoStoreSettings.defaults());
        TwoPhase twophase = TwoPhase.over(store).build()) {
      FunctionBank bank = new FunctionBank(seed, DOCUMENTS);
      bank.open(twophase);
      Functions unguarded = UnguardedFunctions.without(Operation.class, store, twophase);
      Queue<String> seen = new ConcurrentLinkedQueue<>();
      Race.of(
          PROCESSES * THREADS,
          thread -> {
            for (int at = 0; at < MOST_TRIES && seen.isEmpty(); at++) {
              try {
                bank.move(unguarded, thread + "-" + at);
              } catch (AssertionError another) {
                seen.add(another.getMessage());
              }
            }
            return thread;
          });
      assertThat(seen).as(repeat).isNotEmpty().allMatch(what -> what.contains(" sees the sum "));
    }
  }

  private List<RestartedProcess> banks(int processes, int... numbers) throws IOException {
    List<RestartedProcess> banks = new ArrayList<>();
    for (int at = 0; at < processes; at++) {
      String name = "bank-" + at;
      List<String> arguments = new ArrayList<>(List.of(server.uri(), name, "" + seed));
      IntStream.of(numbers).forEach(number -> arguments.add("" + number));
      banks.add(
          started(
              RestartedProcess.start(
                  name, folder, BankProcess.class, arguments.toArray(String[]::new))));
    }
    return banks;
  }

  /** When all of them wait there. */
  private static void openTheGate(TwoPhase twophase, List<RestartedProcess> banks) {
    banks.forEach(bank -> bank.process().awaitOutput(Gate.REACHED));
    Gate.open(twophase);
  }

  private void strike(List<RestartedProcess> banks) throws Exception {
    Map<String, List<RestartedProcess>> crews =
        Map.of(
            KILLED,
            banks.subList(0, PROCESSES / 2),
            SPARED,
            banks.subList(PROCESSES / 2, PROCESSES));
    new Chaos(new Random(seed), server.uri(), crews)
        .striking(KILLED, 4 * ROUNDS, ROUNDS)
        .strike(KILLED, banks);
    report(banks);
  }

  private static void report(List<RestartedProcess> banks) {
    banks.forEach(bank -> System.out.println("BankKilledIT: " + bank.report().trim()));
  }
}
