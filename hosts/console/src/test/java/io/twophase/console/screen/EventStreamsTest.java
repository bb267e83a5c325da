package io.twophase.console.screen;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.console.Access;
import io.twophase.console.ConsoleServer;
import io.twophase.console.ConsoleSettings;
import io.twophase.console.testing.Bank;
import io.twophase.console.testing.Planted;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Streams over a connection, as a browser has them. */
class EventStreamsTest {

  @AutoClose private final Bank bank = new Bank();
  private final HttpClient client = HttpClient.newHttpClient();
  private final List<InputStream> open = new ArrayList<>();
  private ConsoleServer server;

  @BeforeEach
  void start() throws IOException {
    server =
        ConsoleServer.start(bank.console(ConsoleSettings.of(Access.local("me"))), "127.0.0.1", 0);
  }

  @AfterEach
  void close() throws IOException {
    for (InputStream stream : open) {
      stream.close();
    }
    server.close();
  }

  private HttpResponse<InputStream> ask() throws Exception {
    HttpResponse<InputStream> response =
        client.send(
            HttpRequest.newBuilder(server.uri().resolve("now/events")).build(),
            HttpResponse.BodyHandlers.ofInputStream());
    open.add(response.body());
    return response;
  }

  private static BufferedReader lines(HttpResponse<InputStream> response) {
    return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
  }

  /** The next event that is no sign of life. */
  private static String event(BufferedReader lines) throws IOException {
    StringBuilder event = new StringBuilder();
    for (String line = lines.readLine(); line != null && !line.isEmpty(); line = lines.readLine()) {
      event.append(line).append('\n');
    }
    return event.indexOf(":") == 0 ? event(lines) : event.toString();
  }

  @Test
  void eventsAreThePieceOfThePageAgainAndAgain() throws Exception {
    Planted.pending(bank.memory, "pay-<7>");

    HttpResponse<InputStream> response = ask();
    BufferedReader lines = lines(response);

    assertThat(response.headers().firstValue("Content-Type")).contains("text/event-stream");
    assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
    assertThat(event(lines)).isEqualTo("retry: 2000\n");
    assertThat(event(lines)).startsWith("data: ").contains("<span class=\"state pending\">");
    Planted.pending(bank.memory, "pay-8");
    bank.clock.advance(Duration.ofSeconds(11));
    assertThat(event(lines)).startsWith("data: ").contains("pay-8");
  }

  @Test
  void aStreamThatIsCutIsOpenedAgain() throws Exception {
    ask().body().close();

    BufferedReader again = lines(ask());

    event(again);
    assertThat(event(again)).startsWith("data: ");
  }

  @Test
  void closingTheServerEndsStreams() throws Exception {
    BufferedReader lines = lines(ask());
    event(lines);
    server.close();

    Awaitility.await().until(() -> event(lines).isEmpty());
  }

  @Test
  void moreThanSixteenAreRefused() throws Exception {
    for (int stream = 0; stream < EventStreams.MOST; stream++) {
      event(lines(ask()));
    }

    assertThat(ask().statusCode()).isEqualTo(503);
  }
}
