package io.twophase.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.TwoPhase;
import io.twophase.app.network.storm.DocumentWorkload;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.view.OperationViews;
import io.twophase.domain.testing.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that run transactions over the same documents, and a recoverer, all of them killed, or
 * stopped for longer than it takes to count as dead, the server too if it is not the one that is
 * given; then the documents are what the records say, in one order. {@code
 * -Dtwophase.process.rounds=N} makes it N times as long.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no SIGSTOP")
class DocumentsKilledIT {

  private static final int ROUNDS = Integer.getInteger("twophase.process.rounds", 1);
  private static final int TRANSACTIONS = 1_500 * ROUNDS;
  private static final int FILES = 3;

  private static final String RUNNERS = "runners";
  private static final String RECOVERERS = "recoverers";
  private static final String SERVER = "server";

  private final Random random = Seed.random("DocumentsKilledIT");
  private final List<RestartedProcess> all = new ArrayList<>();
  @TempDir Path folder;
  private Server server;

  @BeforeEach
  void start() throws IOException {
    server = Server.start(folder);
  }

  @AfterEach
  void close() {
    all.forEach(RestartedProcess::close);
    server.close();
  }

  @Test
  void allOfATransactionOrNothingWhoeverDies() throws Exception {
    DocumentWorkload workload = DocumentWorkload.of(random, TRANSACTIONS);
    try (MongoClient client = MongoClients.create(server.uri())) {
      MongoStore store =
          MongoStore.using(client, Server.database(server.uri()), MongoStoreSettings.defaults());
      open(store);
      List<RestartedProcess> runners = new ArrayList<>();
      for (Path file : files(workload)) {
        runners.add(
            start(
                    "runner-" + runners.size(),
                    "--store",
                    server.uri(),
                    "run",
                    file.toString(),
                    "--order",
                    "any")
                .thatMayRefuse());
      }
      List<RestartedProcess> recoverers =
          List.of(
              start(
                  "recoverer",
                  "--store",
                  server.uri(),
                  "recover",
                  "--watch",
                  "0.2s",
                  "--older-than",
                  "1s"));

      strike(Map.of(RUNNERS, runners, RECOVERERS, recoverers, SERVER, server.processes()));

      recoverers.forEach(RestartedProcess::close);
      assertThat(on("recover", "--older-than", "0s").exitCode()).isZero();
      assertThat(on("scrub").exitCode()).isZero();
      CommandRun audit = on("audit");
      assertThat(audit.exitCode()).as(audit.out()).isZero();
      assertThat(workload.faults(store)).isEmpty();
    }
  }

  private static void open(MongoStore store) {
    store.accounts().open(DocumentWorkload.accounts());
    try (TwoPhase twophase = TwoPhase.over(store).build()) {
      twophase.run(DocumentWorkload.opening()).orElseThrow();
    }
  }

  /** Two of them have the same transactions. */
  private List<Path> files(DocumentWorkload workload) throws IOException {
    List<Path> files = new ArrayList<>();
    for (int at = 0; at < FILES; at++) {
      List<String> lines = new ArrayList<>();
      for (int line = at == 2 ? 1 : at; line < workload.requests().size(); line += 2) {
        lines.add(json(workload.requests().get(line)));
      }
      files.add(Files.write(folder.resolve("run-" + at + ".jsonl"), lines));
    }
    return files;
  }

  private static String json(TransactionRequest request) throws IOException {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("id", request.id().value());
    line.put("operations", request.operations().stream().map(OperationViews::of).toList());
    return new ObjectMapper().writeValueAsString(line);
  }

  private void strike(Map<String, List<RestartedProcess>> crews) throws Exception {
    try (Chaos chaos =
        new Chaos(random, server.uri(), crews)
            .striking(RUNNERS, 4 * ROUNDS, 2 * ROUNDS)
            .striking(RECOVERERS, ROUNDS, ROUNDS)
            .striking(SERVER, ROUNDS, ROUNDS)) {
      chaos.until(crews.get(RUNNERS));
      System.out.println("DocumentsKilledIT: " + chaos);
      assertThat(chaos.count("kills", RUNNERS)).isPositive();
    }
  }

  private RestartedProcess start(String name, String... command) throws IOException {
    RestartedProcess process = RestartedProcess.start(name, folder, command);
    all.add(process);
    return process;
  }

  private CommandRun on(String... command) {
    return CommandRun.on(server.uri(), command);
  }
}
