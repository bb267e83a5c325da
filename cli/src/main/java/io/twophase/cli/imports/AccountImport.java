package io.twophase.cli.imports;

import io.twophase.cli.context.Notes;
import io.twophase.cli.file.InputFile;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.ExitCode;
import io.twophase.domain.AccountId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.OpeningRefusal;
import io.twophase.domain.record.OpenOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Opens the accounts of a file. */
final class AccountImport {

  private final ImportWork work;
  private final BadRows bad;
  private int worst = ExitCode.DONE;

  AccountImport(ImportWork work) {
    this.work = work;
    this.bad = new BadRows(new Notes(work.context(), "more such accounts follow"));
  }

  /** The rows that opened nothing, for machines; nothing if each has, or found its account open. */
  @Nullable Map<String, Object> json() {
    return worst == ExitCode.DONE ? null : bad.json();
  }

  /** Opens the accounts of a file, and answers the exit code that the worst row has. */
  int run(InputFile input) {
    new AccountRows(work)
        .read(
            input,
            fault -> reject(input, fault, ExitCode.BAD_INPUT),
            (lines, openings) -> {
              open(input, lines, openings);
              work.progress().step(openings.size());
            });
    return worst;
  }

  private void open(InputFile input, List<Long> lines, List<Opening> openings) {
    List<OpenOutcome> outcomes = work.twoPhase().accounts().open(openings);
    for (int at = 0; at < outcomes.size(); at++) {
      long line = lines.get(at);
      AccountId id = openings.get(at).id();
      outcomes
          .get(at)
          .<Optional<OpeningRefusal>>fold(
              opened -> Optional.empty(),
              alreadyOpen -> Optional.empty(),
              refused -> Optional.of(refused.reason()),
              inDoubt -> {
                throw CommandFailure.unknown(
                    "%s, line %s: no answer whether account %s is open; to resolve it: the same import again"
                        .formatted(input, line, id));
              })
          .ifPresent(refusal -> reject(input, BadRow.of(line, refusal), ExitCode.REFUSED));
    }
  }

  private void reject(InputFile input, BadRow fault, int exitCode) {
    bad.add(fault, input + ", line " + fault.line() + ": " + fault.message());
    worst = ExitCode.first(worst, exitCode);
  }
}
