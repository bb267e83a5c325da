package io.twophase.app.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * {@code twophase server} in a process of its own, for all tests of a class and of those nested in
 * it.
 */
public final class ServerProcess implements BeforeAllCallback, AfterAllCallback {

  private static final String SCHEME = "mongodb://127.0.0.1:";

  private Path folder;
  private String uri;
  private CommandProcess process;

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    if (context.getRequiredTestClass().isMemberClass()) {
      return;
    }
    folder = Files.createTempDirectory("twophase");
    process =
        CommandProcess.start(
            folder.resolve("server.log"),
            List.of("server", "--port", "0", "--dir", folder.resolve("data").toString()));
    process.awaitOutput(", documents in ");
    uri = SCHEME + port(process.output());
  }

  /** The one that the system gave it: one that is looked for first may be another's by then. */
  private static int port(String output) {
    Matcher said = Pattern.compile(Pattern.quote(SCHEME) + "(\\d+)").matcher(output);
    assertThat(said.find()).as(output).isTrue();
    return Integer.parseInt(said.group(1));
  }

  /** Where it listens. */
  public String uri() {
    return uri;
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    if (context.getRequiredTestClass().isMemberClass()) {
      return;
    }
    process.close();
    FileUtils.deleteDirectory(folder.toFile());
  }
}
