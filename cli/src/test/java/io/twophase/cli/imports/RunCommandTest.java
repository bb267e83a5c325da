package io.twophase.cli.imports;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.cli.testing.CommandRun;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Transactions of a file")
class RunCommandTest {

  @Test
  void comeFromStandardInputToo() {
    InputStream real = System.in;
    String request = "{\"id\": \"i-1\", \"operations\": [{\"absent\": \"orders\", \"id\": 1}]}";
    System.setIn(new ByteArrayInputStream(("\uFEFF" + request).getBytes(UTF_8)));
    try {
      assertThat(CommandRun.on("memory:", "run", "-").out()).isEqualTo("transaction i-1  done\n");
    } finally {
      System.setIn(real);
    }
  }
}
