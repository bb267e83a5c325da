package io.twophase.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.network.storm.Ledger;
import io.twophase.cli.testing.CommandRun;
import io.twophase.domain.TransactionId;
import io.twophase.domain.transaction.Transaction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test of processes at one server: it begins with the server, and ends all of them. */
abstract class ServerProcesses {

  @TempDir Path folder;
  Server server;
  private final List<RestartedProcess> all = new ArrayList<>();

  @BeforeEach
  void startServer() throws IOException {
    server = Server.start(folder);
  }

  @AfterEach
  void endAll() {
    all.forEach(RestartedProcess::close);
    server.close();
  }

  RestartedProcess start(String name, String... command) throws IOException {
    return started(RestartedProcess.start(name, folder, command));
  }

  RestartedProcess started(RestartedProcess process) {
    all.add(process);
    return process;
  }

  /** How many were started. */
  int starts() {
    return all.size();
  }

  /** A recoverer, by another way to the server if that is asked for. */
  RestartedProcess recoverer(String name, String uri) throws IOException {
    return start(name, "--store", uri, "recover", "--watch", "0.5s", "--older-than", "1s");
  }

  CommandRun on(String... command) {
    return CommandRun.on(server.uri(), command);
  }

  /** Each row is decided once, as the store shows when all rows have their answers. */
  Map<TransactionId, Transaction> decided(ImportWorkload workload) {
    settle();
    return records(workload);
  }

  /**
   * Each row that is a transfer at all has one record, and the balances are those of the records.
   */
  Map<TransactionId, Transaction> records(ImportWorkload workload) {
    Ledger ledger = new Ledger(workload.openings(), workload.requests());
    try (MongoStore store = MongoStore.open(server.uri(), MongoStoreSettings.defaults())) {
      assertThat(ledger.faults(store)).isEmpty();
    }
    System.out.println(getClass().getSimpleName() + ": " + ledger);
    assertThat(ledger.records().keySet()).isEqualTo(workload.ids());
    return ledger.records();
  }

  /** Recovers what is left, releases what nobody settles, and finds nothing off. */
  void settle() {
    on("recover", "--older-than", "0s").succeeds();
    on("scrub").succeeds();
    on("audit").succeeds();
  }
}
