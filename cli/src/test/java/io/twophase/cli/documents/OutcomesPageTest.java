package io.twophase.cli.documents;

import static io.twophase.cli.text.ExitCode.REFUSED;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.cli.text.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("docs/OUTCOMES.md")
class OutcomesPageTest {

  private static final Path ROOT = Path.of(System.getProperty("twophase.root"));

  /** The exit codes of the cases of outcomes; a case that is not here happened: 0. */
  private static final Map<Integer, Set<String>> CODES =
      Map.of(
          REFUSED,
          Set.of(
              "Refused AlreadyDecided NotReversed NotFound StillUndecided Absent Unreadable TooEarly"
                  .split(" ")),
          ExitCode.UNKNOWN,
          Set.of("Unknown", "InDoubt"),
          ExitCode.UNREACHABLE,
          Set.of("NotAsked"));

  private static final String REFUSALS = "| kind | means | then |";

  private final List<String> lines = new ArrayList<>();

  @Test
  @DisplayName("is generated from the sealed types and from their Javadoc")
  void isGenerated() throws IOException {
    lines.add("## Outcomes");
    outcomes("app/src/main/java/io/twophase/app/transfer", "TransactionOutcome");
    inJava("app/src/main/java/io/twophase/app/transfer", "EnqueueOutcome");
    inJava("app/src/main/java/io/twophase/app/function", "FunctionOutcome");
    lines.addAll(List.of("", "## Why a transfer is refused"));
    String transaction = "domain/src/main/java/io/twophase/domain/transaction";
    refusals(transaction, REFUSED, "TransactionRefusal", "Refusal", "HoldRefusal");
    refusals(transaction, REFUSED, "DocumentRefusal", "PeriodRefusal", "CancelReason");
    lines.addAll(List.of("", "## Authorizations"));
    outcomes(
        "app/src/main/java/io/twophase/app/authorization",
        "AuthorizeOutcome",
        "ApproveOutcome",
        "CaptureOutcome",
        "VoidOutcome");
    refusals(
        "domain/src/main/java/io/twophase/domain/authorization", REFUSED, "AuthorizationRefusal");
    lines.addAll(List.of("", "## Accounts, cancels, reversals, periods"));
    outcomes("domain/src/main/java/io/twophase/domain/record", "OpenOutcome", "StatusOutcome");
    String account = "domain/src/main/java/io/twophase/domain/account";
    refusals(account, ExitCode.BAD_INPUT, "OpeningRefusal");
    refusals(account, REFUSED, "StatusRefusal");
    outcomes("app/src/main/java/io/twophase/app/authorization", "CancelOutcome", "ReverseOutcome");
    refusals("Reversal.Refusal", transaction + "/Reversal.java", "Refusal", REFUSED);
    outcomes("app/src/main/java/io/twophase/app/statement", "PeriodOutcome", "StatementAnswer");
    lines.addAll(List.of("", "## Reading, recovery, events, evidence"));
    inJava("domain/src/main/java/io/twophase/domain/hold", "AccountLookup");
    inJava("domain/src/main/java/io/twophase/domain/record", "TransactionLookup");
    inJava("app/src/main/java/io/twophase/app/transfer", "PreviewOutcome");
    inJava("app/src/main/java/io/twophase/app/recovery", "Recovered");
    inJava("app/src/main/java/io/twophase/app/event", "Consumed");
    refusals("app/src/main/java/io/twophase/app/event", REFUSED, "ProofRefusal");
    lines.addAll(List.of("", "## Invalid input"));
    refusals("domain/src/main/java/io/twophase/domain", ExitCode.BAD_INPUT, "MoneyRefusal");
    refusals("InvalidLabel", transaction + "/Labels.java", "InvalidLabel", ExitCode.BAD_INPUT);
    lines.addAll(List.of("", "## Actions of the console"));
    String action = "domain/src/main/java/io/twophase/domain/event/ActionRefusal.java";
    table(
        "ActionRefusal`: HTTP status 409",
        Described.of(ROOT.resolve(action), "ActionRefusal"),
        REFUSALS,
        this::withThen);
    lines.addAll(List.of("", "## Audit findings"));
    String finding = "app/src/main/java/io/twophase/app/audit/Finding.java";
    refusals("Finding", finding, "Kind", REFUSED);

    GeneratedPage.isAsGenerated(ROOT.resolve("docs/OUTCOMES.md"), String.join("\n", lines));
  }

  private void outcomes(String folder, String... types) throws IOException {
    for (String type : types) {
      table(type, read(folder, type), "| case | means | exit code |", this::withCode);
    }
  }

  /** Outcomes that no command has. */
  private void inJava(String folder, String type) throws IOException {
    table(type, read(folder, type), "| case | means |", (of, it) -> row(it.kind(), it.meaning()));
  }

  private String withCode(Described type, Described it) {
    int code =
        CODES.entrySet().stream()
            .filter(entry -> entry.getValue().contains(it.kind()))
            .map(Map.Entry::getKey)
            .findFirst()
            .orElse(ExitCode.DONE);
    return row(it.kind(), it.meaning(), String.valueOf(code));
  }

  private void refusals(String folder, int exitCode, String... types) throws IOException {
    for (String type : types) {
      refusals(type, folder + "/" + type + ".java", type, exitCode);
    }
  }

  private void refusals(String name, String file, String type, int exitCode) throws IOException {
    Described described = Described.of(ROOT.resolve(file), type);
    table(name + "`: exit code " + exitCode, described, REFUSALS, this::withThen);
  }

  private String withThen(Described type, Described it) {
    return row(it.kind(), it.meaning(), it.then());
  }

  private static Described read(String folder, String type) throws IOException {
    return Described.of(ROOT.resolve(folder).resolve(type + ".java"), type);
  }

  private void table(
      String heading, Described type, String header, BiFunction<Described, Described, String> row) {
    assertThat(type.cases()).as(heading).isNotEmpty();
    lines.addAll(List.of("", "### `" + heading + (heading.contains("`") ? "" : "`"), ""));
    String then = type.then().isEmpty() ? "" : " Unless a row says otherwise: " + type.then();
    lines.addAll(List.of(type.meaning() + then, "", header, header.replaceAll("[^|]+", "---")));
    type.cases().forEach(it -> lines.add(row.apply(type, it)));
  }

  private static String row(String kind, String... cells) {
    StringBuilder row = new StringBuilder("| `" + kind + "` |");
    for (String cell : cells) {
      row.append(
          cell.isEmpty() ? " |" : " " + GeneratedPage.linked(cell.replace("|", "\\|")) + " |");
    }
    return row.toString();
  }
}
