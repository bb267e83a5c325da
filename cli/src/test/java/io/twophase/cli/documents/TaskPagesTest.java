package io.twophase.cli.documents;

import static io.twophase.cli.documents.GeneratedPage.MARK;
import static java.util.regex.Pattern.DOTALL;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The pages of docs/tasks are written from the programs that they show, and from what those print;
 * llms.txt lists them. With {@code -Dtwophase.pages=write} this test writes the pages anew.
 */
class TaskPagesTest {

  private static final Path ROOT = Path.of(System.getProperty("twophase.root"));
  private static final Path PAGES = ROOT.resolve("docs/tasks");
  private static final Path TABLE = ROOT.resolve("cli/src/test/resources/tasks.txt");
  private static final String EXAMPLES = "cli/src/test/java/io/twophase/example/";
  private static final int MOST_WORDS = 40;

  /** The tests of these programs compare the pages with what the programs print. */
  private static final Set<String> RUN_ELSEWHERE = Set.of("spring", "kotlin", "switch");

  private static final Pattern JAVADOC =
      Pattern.compile(
          "/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(@.*\\n)*(public )?(final )?(class|fun main)", DOTALL);
  private static final Pattern TAG = Pattern.compile("\\{@\\w+ ([^}]*)}");
  private static final Pattern CALL = Pattern.compile("`twophase\\.(\\w+)\\(");

  static List<Task> tasks() {
    return Sources.text(TABLE)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split(" \\| "))
        .map(line -> line.length == 5 ? task(line, line[3], line[4]) : ofExample(line))
        .toList();
  }

  /** The program is run here; its command is that of a file that nobody has compiled. */
  private static Task ofExample(String... line) {
    String file = EXAMPLES + line[3] + ".java";
    return task(line, file, "java -cp cli/target/twophase.jar " + file);
  }

  private static Task task(String[] line, String file, String command) {
    return new Task(line[0], line[1], line[2], file, command);
  }

  /**
   * A page.
   *
   * @param section the heading of the Guide that says more
   * @param file the program, from the root
   * @param command runs the program, and prints what the page shows
   */
  record Task(String page, String title, String section, String file, String command) {

    String source() {
      return Sources.text(ROOT.resolve(file));
    }

    /** The Javadoc of the program's class. */
    String prose() {
      Matcher javadoc = JAVADOC.matcher(source());
      assertThat(javadoc.find()).as(file).isTrue();
      String text = javadoc.group(1).replaceAll("\\s*\\n \\*", " ").replaceAll("\\s+", " ").strip();
      return TAG.matcher(text).replaceAll("`$1`");
    }

    String written(String output) {
      String first =
          command.contains("twophase.jar")
              ? " `./twophase --version` builds the jar."
              : command.startsWith("mvn ") ? " A project with that dependency runs it." : "";
      String language = file.endsWith(".kt") ? "kotlin" : "java";
      return """
      # %s

      %s

      %s See the [guide](../GUIDE.md#%s).%s

      ```%s
      %s```

          %s

      ```text
      %s```
      """
          .formatted(title, MARK, prose(), section, first, language, source(), command, output);
    }

    @Override
    public String toString() {
      return page;
    }
  }

  @ParameterizedTest
  @MethodSource("tasks")
  void aPageIsWhatItsProgramSaysAndPrints(Task task) throws Exception {
    Path page = PAGES.resolve(task.page() + ".md");
    GeneratedPage.isWhole(page, task.written(output(task, page)));
    assertThat(
            String.join(" ", Markdown.read(page).prose()).replace(MARK, "").strip().split("\\s+"))
        .as("words")
        .hasSizeLessThanOrEqualTo(MOST_WORDS);
  }

  private static String output(Task task, Path page) throws Exception {
    if (RUN_ELSEWHERE.contains(task.page())) {
      return section(Sources.text(page), "```text\n", "```");
    }
    if (task.source().contains("@Test\n")) {
      long tests = task.source().lines().filter(line -> line.strip().equals("@Test")).count();
      return "Tests run: " + tests + ", Failures: 0, Errors: 0, Skipped: 0\n";
    }
    String type = section(task.file(), "/java/", ".java").replace('/', '.');
    Method main = Class.forName(type).getMethod("main", String[].class);
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(written, true, StandardCharsets.UTF_8));
    try {
      main.invoke(null, (Object) new String[0]);
    } finally {
      System.setOut(before);
    }
    return written.toString(StandardCharsets.UTF_8);
  }

  @Test
  void llmsListsThePagesAndCallsThatAreThere() throws IOException {
    Path file = ROOT.resolve("llms.txt");
    String pages =
        tasks().stream()
            .map(
                it -> "- [%s](docs/tasks/%s.md): %s\n".formatted(it.title(), it.page(), it.prose()))
            .collect(Collectors.joining());
    String llms = Sources.text(file);
    GeneratedPage.isWhole(file, llms.replace(section(llms, "## Tasks\n\n", "\n## "), pages));
    try (Stream<Path> there = Files.list(PAGES)) {
      assertThat(there).hasSameSizeAs(tasks());
    }
    List<String> calls = CALL.matcher(llms).results().map(call -> call.group(1)).toList();
    assertThat(calls).hasSize(10);
    assertThat(Stream.of(TwoPhase.class.getMethods()).map(Method::getName)).containsAll(calls);
  }

  private static String section(String text, String from, String to) {
    int start = text.indexOf(from) + from.length();
    return text.substring(start, text.indexOf(to, start));
  }
}
