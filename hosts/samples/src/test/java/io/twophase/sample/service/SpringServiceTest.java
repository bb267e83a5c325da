package io.twophase.sample.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The service answers as docs/tasks/spring.md shows. */
class SpringServiceTest {

  private static final Path PAGE =
      Path.of(System.getProperty("twophase.root"), "docs/tasks/spring.md");

  @Test
  void anOrderIsPaidHoweverOftenItIsSent() throws Exception {
    try (ConfigurableApplicationContext service =
        SpringApplication.run(
            SpringService.class, "--server.port=0", "--spring.application.name=orders")) {
      String port = service.getEnvironment().getProperty("local.server.port");
      URI order = URI.create("http://localhost:" + port + "/orders/7?price=20.00");
      for (int sent = 0; sent < 2; sent++) {
        String answer =
            HttpClient.newHttpClient()
                .send(
                    HttpRequest.newBuilder(order).PUT(BodyPublishers.noBody()).build(),
                    BodyHandlers.ofString())
                .body();
        assertThat(Files.readString(PAGE)).endsWith("```text\n" + answer + "```\n");
      }
    }
  }
}
