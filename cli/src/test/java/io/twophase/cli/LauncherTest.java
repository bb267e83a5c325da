package io.twophase.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The list of modules that the script {@code ./twophase} builds; {@code launcher.md} runs it. */
class LauncherTest {

  /** Nothing else is there in a fresh clone. */
  @Test
  void itBuildsAllThatTheCommandLineIsMadeOf() throws IOException {
    Path root = Path.of(System.getProperty("twophase.root", ".")).toAbsolutePath();
    Matcher modules =
        Pattern.compile("(?m)^modules=(.*)$").matcher(Files.readString(root.resolve("twophase")));
    assertThat(modules.find()).isTrue();
    Set<String> built = Set.of(modules.group(1).split(","));

    for (String module : built) {
      assertThat(dependencies(root.resolve(module).resolve("pom.xml")))
          .as(module)
          .allMatch(needed -> built.contains(needed) || built.contains("hosts/" + needed));
    }
  }

  /** The modules of Twophase that a module needs to be compiled. */
  private static List<String> dependencies(Path pom) throws IOException {
    return Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL)
        .matcher(Files.readString(pom))
        .results()
        .map(match -> match.group(1))
        .filter(one -> one.contains("<groupId>io.twophase<") && !one.contains("<scope>test<"))
        .map(one -> one.replaceAll("(?s).*<artifactId>twophase-([^<]+)<.*", "$1"))
        .toList();
  }
}
