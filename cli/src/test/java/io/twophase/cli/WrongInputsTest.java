package io.twophase.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.text.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several hundred wrong command lines: each ends with 2, in one line that names what is wrong. */
class WrongInputsTest {

  /** Words of Java, of the libraries and of the step machine. */
  private static final Pattern NOT_FOR_PEOPLE =
      Pattern.compile(
          "Exception|Error\\b|java\\.|io\\.twophase|internal error|\\bnull\\b|CSVFormat|Selector"
              + "|\\bint\\b|Await|Reread|PlaceHolds|option option|@[0-9a-f]{6,}|\\p{Cntrl}");

  private static final List<String> IDS = List.of("", "a\nb", "\u001b[31m", "x".repeat(5_000));
  private static final List<String> AMOUNTS =
      List.of("", "x", "-1", "0", "1e5", "1,5", "1.2345", "NaN", "9".repeat(40), "١٢", "\u0000");
  private static final List<String> WHOLE =
      List.of("", "x", "-1", "1.5", "99999999999", "9".repeat(3_000));
  private static final List<String> DURATIONS =
      List.of("", "x", "-5s", "99999999999d", "9".repeat(50) + "d", "5 s", "PT5S");
  private static final List<String> CODES =
      List.of("", "x", "XYZ", "\u001b[31mUSD", "U".repeat(9_000));

  @TempDir Path folder;
  private final List<List<String>> cases = new ArrayList<>();
  private Path good;

  @BeforeEach
  void writeAGoodFile() throws IOException {
    good = file("good.csv", "id,source,destination,amount,balance\nx,A,B,1,1\n");
  }

  @Test
  void eachIsOneLineThatNamesIt() throws IOException {
    commands();
    ids();
    values();
    files();
    stores();
    assertThat(cases).hasSizeGreaterThan(300);

    for (List<String> words : cases) {
      List<String> arguments = new ArrayList<>();
      if (!words.contains("--store")) {
        arguments.addAll(List.of("--store", "memory:"));
      }
      arguments.addAll(words);
      CommandRun ran = CommandRun.command(arguments.toArray(String[]::new));

      String said = abbreviated(words) + ": " + abbreviated(List.of(ran.err()));
      assertThat(ran.exitCode()).as(said).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(ran.complaints()).as(said).hasSize(1);
      String line = ran.complaints().get(0);
      assertThat(line).as(said).startsWith("twophase: ").hasSizeLessThan(2_200);
      assertThat(NOT_FOR_PEOPLE.matcher(line).find()).as(said).isFalse();
      assertThat(line).as(said).doesNotContain("s3cret");
      assertThat(ran.out()).as(said).isEmpty();
    }
  }

  @Test
  void aFileThatIsNotThereIsNamedWithTheReason() {
    String missing = folder.resolve("nope.csv").toString();
    for (List<String> words :
        List.of(
            List.of("--transfers", missing),
            List.of("--transfers", good.toString(), "--accounts", missing))) {
      List<String> arguments = new ArrayList<>(List.of("--store", "memory:", "import"));
      arguments.addAll(words);

      CommandRun ran = CommandRun.command(arguments.toArray(String[]::new));

      assertThat(ran.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(ran.complaints()).containsExactly("twophase: file " + missing + " does not exist");
    }
  }

  @Test
  void columnsThatAreSeparatedOtherwiseAreToldSo() throws IOException {
    for (String separated : List.of("semicolons ;", "tabs \t", "bars |")) {
      String name = separated.substring(0, separated.indexOf(' '));
      String separator = separated.substring(separated.length() - 1);
      Path other =
          file(name, String.join(separator, "id", "source", "destination", "amount") + "\n");

      CommandRun ran =
          CommandRun.command("--store", "memory:", "import", "--transfers", other.toString());

      assertThat(ran.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(ran.complaints())
          .singleElement()
          .asString()
          .contains(
              other.toString(), "columns separated by " + name + "; commas are wanted", "'id");
    }
  }

  private void commands() {
    add("frob");
    add("account");
    add("account", "frob");
    add("tx");
    add("tx", "frob");
    add("account", "open");
    add("account", "show");
    add("transfer");
    add("transfer", "A");
    add("transfer", "A", "B");
    add("import");
    add("authorize");
    add("authorize", "A", "B");
    add("capture");
    add("capture", "t", "1", "2");
    add("void");
    add("approve");
    add("approve", "t");
    add("cancel");
    add("reverse");
    add("console", "--host", "0.0.0.0");
    add("console", "--host", "nohost.invalid");
    add("console", "--tokens", "none");
    add("completion");
    add("completion", "tcsh");
    for (String command :
        List.of(
            "audit",
            "scrub",
            "recover",
            "adopt",
            "demo",
            "bench",
            "server",
            "console",
            "completion")) {
      add(command, "one", "too", "many");
      add(command, "--frob");
      add(command, "--frob=s");
      add(command, "--json=x");
    }
    for (String option : List.of("--csv", "--balance", "--currency", "--limit", "--id")) {
      add("account", "open", option);
    }
  }

  private void ids() {
    for (String id : IDS) {
      for (String command : List.of("open", "show", "freeze", "unfreeze", "close")) {
        add("account", command, id);
      }
      add("tx", "show", id);
      add("tx", "list", "--account", id);
      add("authorize", id, "B", "1");
      add("authorize", "A", id, "1");
      add("authorize", "A", "B", "1", "--id", id);
      add("authorize", "A", "B", "1", "--approver", id);
      add("approve", id, "Ann");
      add("approve", "t", id);
      add("capture", id);
      add("void", id);
      add("cancel", id);
      add("reverse", id);
      add("transfer", id, "B", "1");
      add("transfer", "A", id, "1");
      add("transfer", "A", "B", "1", "--id", id);
      add("recover", "--application", id);
    }
  }

  private void values() {
    for (String amount : AMOUNTS) {
      add("transfer", "A", "B", amount);
      add("authorize", "A", "B", amount);
      // an account may have nothing, and no overdraft; its balance may be below zero with one
      if (!amount.equals("0")) {
        add("account", "open", "A", "--balance", amount);
        add("account", "open", "A", "--overdraft", amount);
      }
    }
    for (String number : WHOLE) {
      add("tx", "list", "--limit", number);
      add("tx", "list", "--overdue", "--limit", number);
      add("authorize", "A", "B", "1", "--approver", "Ann", "--approvals", number);
      add("server", "--port", number);
      add("console", "--port", number);
      add("demo", "--port", number);
      add("bench", "--threads", number);
      add("bench", "--rounds", number);
      add("bench", "--batch", number);
      add("bench", "--accounts", number);
      add("bench", "--grow", "--grow-to", number);
    }
    for (String duration : DURATIONS) {
      add("recover", "--older-than", duration);
      add("authorize", "A", "B", "1", "--expires", duration);
      add("recover", "--watch", duration);
      add("bench", "--latency", duration);
      add("demo", "--for", duration);
      if (!duration.isEmpty()) {
        add("--store", "mongodb://127.0.0.1:1/", "store", "set", "--retain", duration);
      }
    }
    for (String seconds : List.of("", "x", "0", "-1", "NaN")) {
      add("bench", "--seconds", seconds);
    }
    for (String code : CODES) {
      add("account", "open", "A", "--currency", code);
      add("adopt", "--currency", code);
      add("import", "--transfers", good.toString(), "--currency", code);
      add("import", "--transfers", good.toString(), "--order", code);
      add("recover", "--policy", code);
      add("adopt", "--pending", code);
      add("tx", "list", "--state", code);
      add("tx", "list", "--overdue", "--state", code);
    }
    for (String columns :
        List.of("", "x", "=", "x=y", "id=", "id=nope", "id=" + "n".repeat(9_000))) {
      add("import", "--transfers", good.toString(), "--columns", columns);
    }
  }

  private void files() throws IOException {
    List<Path> bad =
        List.of(
            folder,
            folder.resolve("nope.csv"),
            file("empty.csv", ""),
            file("blank.csv", "\n\n"),
            file("semicolons.csv", "id;source;destination;amount;balance\n"),
            file("tabs.csv", "id\tsource\tdestination\tamount\tbalance\n"),
            file("twice.csv", "id,source,source,destination,amount,balance\n"),
            file("wide.csv", "id," + "x".repeat(3_000_000) + "\n"),
            file("quote.csv", "id,source,destination,amount,balance\n\"A\"x,A,B,1,1\n"),
            file("open.csv", "id,source,destination,amount,balance\n\"A,A,B,1,1\n"),
            file("zeros.csv", "id,source\u0000"),
            file("other.csv", "a,b,c\n"));
    for (Path file : bad) {
      add("import", "--transfers", file.toString());
      add("import", "--transfers", good.toString(), "--accounts", file.toString());
    }
    for (String name : List.of("", "a\u0000b", "-")) {
      add("account", "list", "--csv", name);
      add("import", "--transfers", good.toString(), "--refused", name);
    }
    add("account", "list", "--csv", folder.toString());
    add("account", "list", "--csv", folder.resolve("no/x.csv").toString());
    add("import", "--transfers", good.toString(), "--refused", good.toString());
    add("import", "--transfers", "-", "--accounts", "-");
    add("import", "--transfers", good.toString(), "--transfers", good.toString());
  }

  private void stores() {
    for (String store :
        List.of(
            "",
            "x",
            "mysql://x",
            "embedded:",
            "embedded:a\u0000b",
            "embedded:" + folder + "?frob=1",
            "mongo://bob:s3cret@host",
            "mongodb:/bob:s3cret@host",
            "mongodb:bob:s3cret@host",
            "mongodb//bob:s3cret@host",
            "mongodb;//bob:s3cret@host",
            "mongdb:/bob:x@s3cret@host",
            "mongodb:/bob:a 's3cret' b@host",
            "bob:s3cret@host",
            "mongodb:/bob:s3cret/host",
            "mongodb://bob:s3cret",
            "mongodb://bob:s3cret,host/",
            " mongodb://bob:s3cret@host",
            "MONGODB://bob:s3cret@host",
            "mongodb://",
            "mongodb://h:x/",
            "mongodb://h:99999/",
            "mongodb://bob:s3cret@",
            "mongodb://bob:s3cret/x@127.0.0.1:1/",
            "mongodb://bob:s3cret@127.0.0.1:1/?frob=1",
            "mongodb://bob:s3cret@127.0.0.1:1/?w=1",
            "mongodb://127.0.0.1:1/?w=0",
            "mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=abc",
            "mongodb://127.0.0.1:1/?readPreference=frob",
            "mongodb://127.0.0.1:1/?proxyPassword=s3cret&frob")) {
      add("--store", store, "audit");
      add("--store", store, "account", "list");
    }
    add("--stor", "mongodb://bob:s3cret@h", "audit");
    add("mongodb://bob:s3cret@h", "audit");
    add("--stor=mongodb:/bob:a 's3cret' b@h", "audit");
    add("mongodb:/bob:a 's3cret' b@h", "audit");
    add("audit", "mongo:/bob:s3cret@h");
    add("--json=mongodb:/bob:s3cret@h", "audit");
    add("--store", "mongodb:/bob:s3cret@h", "--store", "mongodb:/bob:s3cret@h", "audit");
    add("--store", "mongodb:/bob:s3cret@h", "frob");
    add("--store", "mongodb:/bob:s3cret@h", "bench");
    add("--store", "mongodb:/bob:s3cret@h", "store", "check");
    add("store", "set");
    add("audit", "--validators");
    add("audit", "--server-transactions");
    add("audit", "--latest", "maybe");
  }

  private void add(String... words) {
    cases.add(List.of(words));
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text, StandardCharsets.UTF_8);
  }

  private static String abbreviated(List<String> words) {
    String text = String.join(" ", words);
    return text.length() < 300 ? text : text.substring(0, 300) + "…";
  }
}
