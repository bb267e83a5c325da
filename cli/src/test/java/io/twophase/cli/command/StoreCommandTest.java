package io.twophase.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClients;
import io.twophase.cli.Cli;
import io.twophase.embedded.storage.Child;
import java.nio.file.Path;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class StoreCommandTest {

  @TempDir Path folder;

  /** Where a file may not grow as where the disk is full. */
  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void aServerThatMeetsAFullDiskEndsAndSaysWhy() throws Exception {
    Path data = folder.resolve("data");
    Process server =
        Child.start("ulimit -f 200;", Cli.class, "server", "--port", "0", "--dir", data.toString());
    try (var lines = server.inputReader()) {
      String line = lines.readLine();
      assertThat(line).startsWith("listening on ");
      String uri = line.split("[ ,]+", -1)[2];
      try (var client = MongoClients.create(uri + "/?serverSelectionTimeoutMS=3000")) {
        var collection = client.getDatabase("db").getCollection("c");
        String filling = "x".repeat(50_000);
        assertThat(
                catchThrowable(
                    () -> {
                      for (int i = 0; i < 100; i++) {
                        collection.insertOne(new Document("_id", i).append("x", filling));
                      }
                    }))
            .isInstanceOf(MongoException.class)
            .hasMessageContaining("no room to write the embedded store");
      }
      assertThat(String.join("\n", lines.lines().toList())).contains("no room to write");
      assertThat(server.waitFor()).isNotZero();
    } finally {
      server.destroyForcibly();
    }
  }
}
