package io.twophase.cli.process;

import io.twophase.cli.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    server = newServer();
  }

  /** The server of a test is one of its own, or the given one. */
  Server newServer() throws IOException {
    return Server.start(folder);
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
  Documents decided(ImportWorkload workload) {
    settle();
    Documents documents = Documents.on(server.uri());
    documents.checkDecidedOnce(workload.requests());
    documents.checkReplay(workload.openings());
    return documents;
  }

  /** Recovers what is left, releases what nobody settles, and finds nothing off. */
  void settle() {
    on("recover", "--older-than", "0s").succeeds();
    on("scrub").succeeds();
    on("audit").succeeds();
  }
}
