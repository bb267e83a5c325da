package io.twophase.sample;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/** An order service in a process of its own, which is killed and started again. */
final class ServiceProcess implements AutoCloseable {

  /** Below those that systems hand out: nobody takes it while the service is down. */
  private static final int FIRST_PORT = 20_000;

  private static final int PORTS = 12_000;

  private final Sample sample;
  private final Path folder;
  private final int port;
  private final HttpClient client = HttpClient.newHttpClient();
  private volatile Process process;

  private ServiceProcess(Sample sample, Path folder, int port, Process process) {
    this.sample = sample;
    this.folder = folder;
    this.port = port;
    this.process = process;
  }

  /** Starts it on a port that is free; its documents and its log are in {@code folder}. */
  static ServiceProcess start(Sample sample, Path folder) throws IOException {
    int port = freePort();
    return new ServiceProcess(sample, folder, port, launch(sample, folder, port));
  }

  private static int freePort() {
    Random random = new Random();
    while (true) {
      int port = FIRST_PORT + random.nextInt(PORTS);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException taken) {
        // the next one, then
      }
    }
  }

  private static Process launch(Sample sample, Path folder, int port) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
    command.addAll(List.of("-cp", classPath(sample), sample.main.getName()));
    command.addAll(sample.arguments(folder.resolve("data"), port));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()))
        .start();
  }

  /** What a host of this kind has, and no more. */
  private static String classPath(Sample sample) {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> !entry.contains("test-classes"))
        .filter(entry -> sample.has(Path.of(entry).getFileName().toString()))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** Ends it with SIGKILL, waits until it is gone, and starts it again. */
  void killAndStartAgain() throws IOException {
    process.destroyForcibly().onExit().join();
    process = launch(sample, folder, port);
  }

  /** All that it has said so far. */
  String output() {
    try {
      return Files.readString(folder.resolve("log"));
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  /** Whether it runs: one that could not start does not. */
  boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Sends an order once.
   *
   * @throws IOException if there is no answer: nobody knows what became of it
   */
  Answer put(Order order) throws IOException, InterruptedException {
    URI uri =
        URI.create(
            "http://127.0.0.1:%d/orders/%s?customer=%s&cents=%d"
                .formatted(port, order.id(), order.customer(), order.cents()));
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .timeout(Duration.ofSeconds(30))
            .PUT(HttpRequest.BodyPublishers.noBody())
            .build();
    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
    return new Answer(response.statusCode(), response.body());
  }

  /**
   * How many orders it says that it has decided to be paid, in this life.
   *
   * @throws IOException if it does not answer
   */
  long decided() throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:%d/actuator/prometheus".formatted(port));
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(30)).build();
    return client
        .send(request, HttpResponse.BodyHandlers.ofString())
        .body()
        .lines()
        .filter(line -> line.startsWith("twophase_outcomes_total{"))
        .filter(line -> line.contains("outcome=\"applied\"") && line.contains("found=\"false\""))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  /** Ends it with SIGKILL. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
