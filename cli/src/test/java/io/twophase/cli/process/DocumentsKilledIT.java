package io.twophase.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.network.Proxy;
import io.twophase.app.network.storm.BadNetwork;
import io.twophase.app.network.storm.DocumentPlaces;
import io.twophase.app.network.storm.DocumentWorkload;
import io.twophase.app.network.storm.ReadHistory;
import io.twophase.app.network.storm.ReaderBeside;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.console.view.OperationViews;
import io.twophase.console.view.Redactor;
import io.twophase.domain.testing.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Four processes that run transactions over the same documents, and a recoverer, through a bad
 * network; all of them killed, or stopped for longer than it takes to count as dead, the server too
 * if it is not the one that is given; and a reader beside them. Then the documents are exactly what
 * the records say, in one order of all decisions, in which each answer to the reader was true at a
 * moment of its call. {@code -Dtwophase.process.rounds=N} makes it N times as long; {@code
 * -Dtwophase.seed=…}, which is printed, draws the same again.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no SIGSTOP")
class DocumentsKilledIT extends ServerProcesses {

  private static final int ROUNDS = Integer.getInteger("twophase.process.rounds", 1);
  private static final int TRANSACTIONS = 160 * ROUNDS;
  private static final int FILES = 4;
  private static final int TIME_OUT_MILLIS = 1_000;
  private static final String IMPATIENT =
      "directConnection=true&serverSelectionTimeoutMS=3000&connectTimeoutMS=1000&socketTimeoutMS="
          + TIME_OUT_MILLIS;
  private static final DocumentPlaces PLACES = DocumentPlaces.atHome();

  private static final String RUNNERS = "runners";
  private static final String RECOVERERS = "recoverers";
  private static final String SERVER = "server";

  private final long seed = Seed.next("DocumentsKilledIT");
  private final String repeat =
      "repeat it: ./mvnw verify -Dit.test=DocumentsKilledIT -Dtwophase.seed=" + seed;
  private final Random random = new Random(seed);

  @BeforeEach
  void needAPlainServer() {
    assumeTrue(server.isPlain(), "a proxy stands before one server that asks for no login");
  }

  @Test
  void allOfATransactionOrNothingWhoeverDiesAndNobodyReadsWhatWasNot() throws Exception {
    DocumentWorkload workload = DocumentWorkload.of(random, TRANSACTIONS, PLACES);
    try (MongoClient client = MongoClients.create(server.uri());
        BadNetwork network = new BadNetwork(new Random(random.nextLong()), TIME_OUT_MILLIS);
        Proxy proxy = Proxy.before(server.address(), network)) {
      // the server is probed before the network is bad: answers that are lost again and again tell
      // nobody whether it is a server that can be used
      MongoStore store = store(client, true);
      open(store, workload);
      String behind = server.behind(proxy.uri(), IMPATIENT);
      List<RestartedProcess> runners = new ArrayList<>();
      for (Path file : files(workload)) {
        String name = "runner-" + runners.size();
        runners.add(
            start(name, "--store", behind, "run", file.toString(), "--order", "any")
                .thatMayRefuse());
      }
      RestartedProcess recoverer = recoverer("recoverer", behind);
      ReadHistory readings;
      try (MongoClient another = MongoClients.create(behind);
          TwoPhase reader = TwoPhase.over(store(another, false)).build();
          ReaderBeside beside =
              ReaderBeside.start(reader.documents(), PLACES, new Random(random.nextLong()))) {
        readings = beside.history();
        network.worsen();
        strike(
            Map.of(RUNNERS, runners, RECOVERERS, List.of(recoverer), SERVER, server.processes()),
            network);
        recoverer.close();
        network.heal();
        on("recover", "--older-than", "0s").succeeds();
      }
      settle();
      System.out.println("DocumentsKilledIT: " + network + "; readings: " + readings);
      assertThat(workload.faults(store, readings)).as(repeat).isEmpty();
      assertThat(workload.faults(store, readings.doctored())).as("two lies").isNotEmpty();
      assertThat(readings.ofMany()).as(repeat).isPositive();
      assertThat(network.strikes()).as(repeat).isPositive();
    }
  }

  private MongoStore store(MongoClient client, boolean probes) {
    return MongoStore.using(
        client, Server.database(server.uri()), MongoStoreSettings.defaults().withProbe(probes));
  }

  private static void open(MongoStore store, DocumentWorkload workload) {
    store.accounts().open(DocumentWorkload.accounts());
    try (TwoPhase twophase = TwoPhase.over(store).build()) {
      twophase.run(workload.opening()).orElseThrow();
    }
  }

  /** Each transaction is in two of them. */
  private List<Path> files(DocumentWorkload workload) throws IOException {
    List<Path> files = new ArrayList<>();
    for (int at = 0; at < FILES; at++) {
      List<String> lines = new ArrayList<>();
      for (int line = at / 2; line < workload.requests().size(); line += FILES / 2) {
        lines.add(json(workload.requests().get(line)));
      }
      files.add(Files.write(folder.resolve("run-" + at + ".jsonl"), lines));
    }
    return files;
  }

  private static String json(TransactionRequest request) throws IOException {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("id", request.id().value());
    line.put(
        "operations",
        request.operations().stream().map(one -> OperationViews.of(one, Redactor.NONE)).toList());
    return new ObjectMapper().writeValueAsString(line);
  }

  /**
   * The network is bad until nothing more is struck, and it has struck: where processes start
   * slowly, all of them may be struck before they have asked for anything.
   */
  private void strike(Map<String, List<RestartedProcess>> crews, BadNetwork network)
      throws Exception {
    new Chaos(random, server.uri(), crews)
        .striking(RUNNERS, 2 * ROUNDS, ROUNDS)
        .striking(RECOVERERS, ROUNDS, ROUNDS)
        .striking(SERVER, ROUNDS, ROUNDS)
        .then(() -> healIfItHasStruck(network))
        .strike(RUNNERS, crews.get(RUNNERS));
  }

  /** Heals the network if it has struck, and answers whether; then all work comes to its end. */
  private static boolean healIfItHasStruck(BadNetwork network) {
    boolean hasStruck = network.strikes() > 0;
    if (hasStruck) {
      network.heal();
    }
    return hasStruck;
  }
}
