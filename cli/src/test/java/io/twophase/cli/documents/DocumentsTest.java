package io.twophase.cli.documents;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.twophase.embedded.EmbeddedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The documents say what is so: commands, outputs, links, names and Java. */
class DocumentsTest {

  private static final Path ROOT = Path.of(System.getProperty("twophase.root"));
  private static final Sources SOURCES = Sources.read(ROOT);
  private static final Pattern NAME = Pattern.compile("[A-Za-z]+[a-z0-9][A-Z]\\w*");
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>[^<]*</artifactId>");
  private static final Pattern LINKED_JAVA = Pattern.compile("]\\(\\.\\./[^)]+\\.java");
  private static final Pattern OF_EACH_OPERATION =
      Pattern.compile("debit ->[^;]*credit ->|implements AccountOperation\\b");
  private static final Pattern OF_EACH_CLAIM =
      Pattern.compile("\\b[cC]laim(\\(\\))?\\s*\\.(<[^(]*>)?fold\\(");

  /** Names that documents show as code, of MongoDB, of libraries and of tools. */
  private static final Set<String> NOT_OURS =
      Set.of(
          ("withTransaction createCollection keyStore keyStorePassword readWrite StaleConfig"
                  + " maxConcurrentMultiDocumentTransactions tlsInsecure trustStore")
              .split(" "));

  @TempDir Path folder;

  static List<Markdown> documents() throws IOException {
    try (Stream<Path> top = Files.list(ROOT);
        Stream<Path> more = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(top, more)
          .filter(file -> file.toString().matches(".*\\.md|.*/llms\\.txt"))
          .sorted()
          .map(Markdown::read)
          .toList();
    }
  }

  private static Markdown document(String name) throws IOException {
    return documents().stream().filter(it -> it.toString().equals(name)).findFirst().orElseThrow();
  }

  @BeforeEach
  void samples() throws IOException {
    Files.createDirectory(folder.resolve("samples"));
    try (Stream<Path> samples = Files.list(ROOT.resolve("samples"))) {
      for (Path sample : samples.toList()) {
        Files.copy(sample, folder.resolve("samples").resolve(sample.getFileName()));
      }
    }
  }

  /** {@code TranscriptsTest} runs the examples of a generated document. */
  static List<Markdown> handWritten() throws IOException {
    return documents().stream().filter(it -> !Limit.GENERATED.contains(it.toString())).toList();
  }

  @ParameterizedTest
  @MethodSource("handWritten")
  void theCommandsDoWhatIsShown(Markdown document) throws IOException {
    if (document.toString().equals("ADOPTION.md")) {
      theTutorialLeavesAnOldBank();
    }
    List<Session.Command> run =
        Session.of(document).commands().stream()
            .filter(command -> NotRun.reason(command.line()).isEmpty())
            .toList();
    try (Shell shell = new Shell(folder)) {
      new Session(run).runIn(shell);
    }
  }

  @Test
  void whatIsNotRunIsShownSomewhere() throws IOException {
    List<String> shown =
        documents().stream()
            .flatMap(document -> Session.of(document).commands().stream())
            .map(Session.Command::line)
            .toList();
    assertThat(NotRun.REASONS.keySet())
        .allSatisfy(listed -> assertThat(shown).anyMatch(line -> line.startsWith(listed)));
  }

  @ParameterizedTest
  @MethodSource("documents")
  void buildsNameTestsModulesAndProfilesThatAreThere(Markdown document) {
    Session.of(document).commands().stream()
        .map(Session.Command::line)
        .filter(line -> line.startsWith("./mvnw "))
        .forEach(
            line -> {
              assertThat(named(line, "-Dtest=")).allMatch(DocumentsTest::isInTheCode);
              assertThat(named(line, "-P ")).allMatch(DocumentsTest::isInTheCode);
              assertThat(named(line, "-pl "))
                  .allSatisfy(it -> assertThat(ROOT.resolve(it)).exists());
            });
  }

  /** The names after {@code option}, of which there may be several with commas between. */
  private static List<String> named(String line, String option) {
    return Pattern.compile(Pattern.quote(option) + "'?([^ ']+)")
        .matcher(line)
        .results()
        .flatMap(match -> Stream.of(match.group(1).split(",")))
        .toList();
  }

  private static boolean isInTheCode(String pattern) {
    String part = pattern.replace("*", "");
    return SOURCES.words().stream().anyMatch(word -> word.contains(part));
  }

  /** Of A to D: C's balance is no whole number, and D has a mark of no transaction. */
  private void theTutorialLeavesAnOldBank() {
    try (EmbeddedServer server = EmbeddedServer.open(folder.resolve("old-bank"), 0);
        MongoClient client = MongoClients.create(server.uri())) {
      MongoDatabase bank = client.getDatabase("twophase");
      Stream.of(
              "{_id: 'A', balance: 900, pendingTransactions: [2]}",
              "{_id: 'B', balance: 1050.0, pendingTransactions: [3]}",
              "{_id: 'C', balance: 12.5, pendingTransactions: []}",
              "{_id: 'D', balance: 70, pendingTransactions: [99]}")
          .forEach(it -> bank.getCollection("accounts").insertOne(Document.parse(it)));
      Stream.of(
              "{_id: 2, source: 'A', destination: 'B', value: 100, state: 'pending'}",
              "{_id: 3, source: 'A', destination: 'B', value: 50, state: 'applied'}")
          .forEach(it -> bank.getCollection("transactions").insertOne(Document.parse(it)));
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void linksLeadSomewhere(Markdown document) {
    assertThat(document.links())
        .filteredOn(link -> !link.startsWith("http"))
        .allSatisfy(
            link -> {
              String[] parts = link.split("#", 2);
              Path target =
                  parts[0].isEmpty()
                      ? document.file()
                      : document.file().resolveSibling(parts[0]).normalize();
              assertThat(target).exists();
              if (parts.length == 2) {
                assertThat(Markdown.read(target).anchors()).contains(parts[1]);
              }
            });
  }

  static List<Markdown> documentsOfToday() throws IOException {
    return documents().stream().filter(it -> !it.toString().equals("CHANGELOG.md")).toList();
  }

  @ParameterizedTest
  @MethodSource("documentsOfToday")
  void namesOfTheCodeAreInTheCode(Markdown document) {
    assertThat(document.spans())
        .allSatisfy(
            span -> {
              assertThat(found(NAME, span))
                  .allMatch(name -> SOURCES.words().contains(name) || NOT_OURS.contains(name));
            });
  }

  @ParameterizedTest
  @MethodSource("documents")
  void javaIsOfFilesThatAreCompiled(Markdown document) {
    assertThat(document.blocks())
        .filteredOn(block -> block.language().equals("java"))
        .allSatisfy(block -> assertThat(SOURCES.contain(block.lines())).isTrue());
  }

  @ParameterizedTest
  @MethodSource("documents")
  void artifactsAreModules(Markdown document) throws IOException {
    String pom = Files.readString(ROOT.resolve("pom.xml"));
    assertThat(document.blocks())
        .filteredOn(block -> block.language().equals("xml"))
        .flatExtracting(block -> found(ARTIFACT, String.join("\n", block.lines())))
        .allSatisfy(artifact -> assertThat(pom).contains(artifact));
  }

  @Test
  void theReadmeShowsAProgramWhole() throws IOException {
    String host =
        Files.readString(ROOT.resolve("cli/src/test/java/io/twophase/example/TransferMoney.java"));
    String main = host.substring(host.indexOf("main(String[] args) {\n"));
    String body = main.substring(main.indexOf('\n') + 1, main.indexOf("\n  }\n"));
    assertThat(document("README.md").blocks())
        .filteredOn(block -> block.language().equals("java"))
        .first()
        .satisfies(
            block -> assertThat(String.join("\n", block.lines())).isEqualTo(body.stripIndent()));
  }

  /** Who takes operations apart names what each kind is for, so by those names they are found. */
  @Test
  void theArchitectureNamesWhoeverTakesOperationsApart() throws IOException {
    assertThat(Sources.mainFiles(ROOT, OF_EACH_OPERATION))
        .isNotEmpty()
        .isEqualTo(
            listed("refuses exactly these files", "A kind that is neither debit nor credit"));
  }

  @Test
  void theArchitectureNamesTheSixThatTakeClaimsApart() throws IOException {
    assertThat(Sources.mainFiles(ROOT, OF_EACH_CLAIM))
        .hasSize(6)
        .isEqualTo(listed("refuses exactly these six files", "Check `Member`, `Claims`"));
  }

  /** The Java files that the architecture links between those words. */
  private static Set<String> listed(String from, String to) throws IOException {
    String text = Files.readString(ROOT.resolve("docs/ARCHITECTURE.md"));
    String section = text.substring(text.indexOf(from));
    return found(LINKED_JAVA, section.substring(0, section.indexOf(to))).stream()
        .map(link -> link.substring("](../".length()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(MatchResult::group).toList();
  }
}
