package io.twophase.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How large the house is, so that it does not grow unseen: main code of all modules but the test
 * kit. Lines are those with code: no blank, no comment, no import and no package. Whoever adds more
 * raises a number here, and says why in the commit.
 */
class SizeTest {

  private static final Path ROOT = Path.of(System.getProperty("twophase.root"));

  private static final int LINES = 53_576;
  private static final int FILES = 681;
  private static final int PACKAGES = 60;

  @TempDir Path folder;

  /** The Java files below a folder that are main code. */
  private static List<Path> main(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(file -> file.toString().endsWith(".java"))
          .filter(file -> root.relativize(file).toString().contains("src/main/java/"))
          .filter(file -> !root.relativize(file).startsWith("hosts/test"))
          .toList();
    }
  }

  private static long lines(List<Path> files) throws IOException {
    long lines = 0;
    for (Path file : files) {
      boolean isComment = false;
      for (String each : Files.readAllLines(file)) {
        String line = each.strip();
        isComment |= line.startsWith("/*");
        boolean isCode =
            !isComment
                && !line.isEmpty()
                && !line.startsWith("//")
                && !line.startsWith("import ")
                && !line.startsWith("package ");
        isComment &= !line.endsWith("*/");
        lines += isCode ? 1 : 0;
      }
    }
    return lines;
  }

  @Test
  void theHouseDoesNotGrowUnseen() throws IOException {
    List<Path> files = main(ROOT);

    assertThat(lines(files)).isBetween(LINES / 2L, (long) LINES);
    assertThat(files).hasSizeLessThanOrEqualTo(FILES);
    assertThat(files.stream().map(Path::getParent).distinct()).hasSizeLessThanOrEqualTo(PACKAGES);
  }

  @Test
  void onlyLinesOfCodeCount() throws IOException {
    Path main = Files.createDirectories(folder.resolve("a/src/main/java/a"));
    Files.createDirectories(folder.resolve("hosts/test/src/main/java"));
    Files.createDirectories(folder.resolve("a/src/test/java"));
    String text =
        """
        package a;

        import java.util.List;

        /** One line. */
        class A {
          /*
           * Three lines.
           */
          // one
          int a = 1; // code
        }
        """;
    Files.writeString(main.resolve("A.java"), text);
    Files.writeString(folder.resolve("hosts/test/src/main/java/B.java"), text);
    Files.writeString(folder.resolve("a/src/test/java/C.java"), text);

    assertThat(main(folder)).hasSize(1);
    assertThat(lines(main(folder))).isEqualTo(3);
  }
}
