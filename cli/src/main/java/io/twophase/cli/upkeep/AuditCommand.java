package io.twophase.cli.upkeep;

import io.twophase.app.audit.AuditReport;
import io.twophase.app.audit.Finding;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.text.Json;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Tables;
import io.twophase.cli.view.Arguments;
import io.twophase.cli.view.Views;
import io.twophase.domain.Money;
import io.twophase.domain.evidence.TreeHead;
import io.twophase.domain.transaction.State;
import java.math.BigInteger;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Audits the store. */
@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    description = "Read everything, change nothing, and report what is off.")
public final class AuditCommand implements Callable<Integer> {

  private static final String EXPIRED =
      "finished records may have expired here: balances were not added up from them";

  private final CommandContext context;

  @Option(
      names = "--head",
      paramLabel = "SIZE:ROOT",
      description =
          "a head of the tree of evidence that was kept elsewhere: find also what was changed with"
              + " all that follows from it")
  @Nullable String kept;

  /** Made by the command line, which gives the context. */
  public AuditCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    io.vavr.control.Option<TreeHead> head = io.vavr.control.Option.of(kept).map(Arguments::head);
    AuditReport report =
        context.withStore(
            session ->
                head.map(session.twoPhase().audit()::runAgainst)
                    .getOrElse(session.twoPhase().audit()::run));
    context.answer(() -> json(report), () -> text(report));
    return report.isClean() ? ExitCode.DONE : ExitCode.REFUSED;
  }

  private static Map<String, Object> json(AuditReport report) {
    Map<String, Object> transactions = new LinkedHashMap<>();
    report.transactions().forEach((state, count) -> transactions.put(Views.lower(state), count));
    return Json.object(
        "accounts", report.accounts(),
        "transactions", transactions,
        "balance", decimals(report.balance()),
        "opening", decimals(report.opening()),
        "findings",
            report.findings().stream()
                .map(
                    finding ->
                        Json.object(
                            "kind", finding.kind().title(),
                            "id", finding.id(),
                            "detail", finding.detail()))
                .toList(),
        "evidence", report.evidence().map(TreeHead::toString).getOrNull(),
        "note", report.complete() ? null : EXPIRED);
  }

  private static Map<String, Object> decimals(Map<Currency, BigInteger> sums) {
    Map<String, Object> decimals = new LinkedHashMap<>();
    sums.forEach(
        (currency, sum) ->
            decimals.put(currency.getCurrencyCode(), Money.toDecimal(sum, currency)));
    return decimals;
  }

  private static String text(AuditReport report) {
    Tables table = new Tables("accounts", Long.toString(report.accounts()));
    for (Map.Entry<State, Long> count : report.transactions().entrySet()) {
      table.add("transactions " + Views.lower(count.getKey()), Long.toString(count.getValue()));
    }
    decimals(report.balance())
        .forEach((currency, sum) -> table.add("balance", sum + " " + currency));
    decimals(report.opening())
        .forEach((currency, sum) -> table.add("opening", sum + " " + currency));
    report.evidence().forEach(head -> table.add("evidence", head.toString()));
    table.add("findings", Integer.toString(report.findings().size()));
    StringBuilder text = new StringBuilder(table.toString());
    if (!report.complete()) {
      text.append('\n').append(EXPIRED);
    }
    for (Finding finding : report.findings()) {
      text.append('\n')
          .append(
              Lines.visible(finding.kind().title() + " " + finding.id() + ": " + finding.detail()));
    }
    return text.toString();
  }
}
