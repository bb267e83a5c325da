package io.twophase.cli.command;

import io.twophase.app.audit.AuditProgress;
import io.twophase.app.audit.AuditReport;
import io.twophase.app.audit.Finding;
import io.twophase.cli.context.Progress;
import io.twophase.cli.context.Session;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Tables;
import io.twophase.cli.view.Arguments;
import io.twophase.console.view.Json;
import io.twophase.console.view.Views;
import io.twophase.domain.event.TreeHead;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Audits the store. */
@Command(name = "audit")
public final class AuditCommand extends SessionCommand implements Callable<Integer> {

  private static final String EXPIRED =
      "finished records may have expired here: balances were not added up from them";

  @Option(names = "--head", paramLabel = "SIZE:ROOT")
  Optional<String> kept = Optional.empty();

  @Override
  public Integer call() {
    Optional<TreeHead> head = kept.map(Arguments::head);
    AuditReport report;
    try (Progress bar = Progress.of("audit", !context().isJson())) {
      report = withStore(session -> audited(session, head, bar));
    }
    Map<String, Object> transactions = new LinkedHashMap<>();
    report.transactions().forEach((state, count) -> transactions.put(Json.lower(state), count));
    Map<String, Object> balance = Views.decimals(report.balance());
    Map<String, Object> opening = Views.decimals(report.opening());
    List<?> findings = report.findings().stream().map(AuditCommand::json).toList();
    Map<String, Object> json =
        Json.object(
            "accounts", report.accounts(),
            "transactions", transactions,
            "balance", balance,
            "opening", opening,
            "findings", findings,
            "evidence", report.evidence(),
            "note", report.complete() ? null : EXPIRED);
    Tables table = new Tables("accounts", Long.toString(report.accounts()));
    transactions.forEach((state, count) -> table.field("transactions " + state, count));
    balance.forEach((currency, sum) -> table.add("balance", sum + " " + currency));
    opening.forEach((currency, sum) -> table.add("opening", sum + " " + currency));
    table.fields(json, "evidence").field("findings", report.findings().size());
    List<String> lines = new ArrayList<>(List.of(table.toString()));
    if (!report.complete()) {
      lines.add(EXPIRED);
    }
    report.findings().forEach(finding -> lines.add(text(finding)));
    done(json, String.join("\n", lines));
    return report.isClean() ? ExitCode.DONE : ExitCode.REFUSED;
  }

  private static AuditReport audited(Session session, Optional<TreeHead> head, Progress bar) {
    return session.twoPhase().audit().run(head, progress -> shown(bar, progress)).orElseThrow();
  }

  private static boolean shown(Progress bar, AuditProgress progress) {
    bar.phase(Json.lower(progress.phase()), -1);
    bar.step(progress.read());
    return true;
  }

  private static String text(Finding one) {
    return Lines.visible("%s %s: %s".formatted(one.kind().title(), one.id(), one.detail()));
  }

  private static Map<String, Object> json(Finding finding) {
    return Json.object(
        "kind", finding.kind().title(), "id", finding.id(), "detail", finding.detail());
  }
}
