package io.twophase.console;

import io.twophase.TwoPhase;
import io.twophase.console.page.Route;
import io.twophase.console.screen.AccountScreen;
import io.twophase.console.screen.BalanceScreen;
import io.twophase.console.screen.BatchScreen;
import io.twophase.console.screen.ConsumersScreen;
import io.twophase.console.screen.DocumentScreen;
import io.twophase.console.screen.FindScreen;
import io.twophase.console.screen.PeriodsScreen;
import io.twophase.console.screen.ProofScreen;
import io.twophase.console.screen.Scans;
import io.twophase.console.screen.StatementFileScreen;
import io.twophase.console.screen.StatementReads;
import io.twophase.console.screen.StatementScreen;
import io.twophase.console.screen.TransactionScreen;
import io.twophase.console.view.Redactor;
import io.twophase.ports.Store;
import java.util.List;

/** The routes that show what is in a store. */
final class StoreScreens {

  private static final String OF_ACCOUNT = "of the account";
  private static final String MOMENT = ": a day, or a moment of ISO 8601";
  private static final String SCAN =
      "yes, to read every transaction of the store where no index serves the search";

  private StoreScreens() {}

  static List<Route> of(TwoPhase twophase, Store store, Redactor redactor) {
    Scans scans = new Scans();
    StatementReads statements =
        new StatementReads(twophase.statements(), twophase.transactions(), scans);
    return List.of(
        Route.page(
                "/find",
                "Finds transactions by what is known of them, fifty at a time.",
                "find",
                new FindScreen(twophase, store, redactor, scans))
            .takes("id", "of a transaction, a batch or an account")
            .takes(
                "list",
                "latest, unfinished, authorized or overdue; without it, what the others are of")
            .takes("reference", "of transactions")
            .takes("metadata", "of transactions: key=value")
            .takes("account", "that transactions touch")
            .takes("state", "of transactions, such as pending")
            .takes("application", "whose process owns what is unfinished")
            .takes("from", "the earliest moment at which they were begun" + MOMENT)
            .takes("to", "the latest moment" + MOMENT)
            .takes("olderThan", "for how long what is unfinished has not changed, such as 30m")
            .takes("after", "the place of the next page, as the page before has it")
            .takes("scan", SCAN),
        Route.page(
                "/transaction",
                "Shows one transaction: what it does, its history, and who works on it.",
                "transaction",
                new TransactionScreen(twophase, store, redactor))
            .needs("id", "of the transaction"),
        Route.file(
                "/proof",
                "Sends the proof that a decided transaction is in the tree of evidence.",
                "application/json",
                new ProofScreen(twophase, redactor))
            .needs("id", "of the transaction"),
        Route.page(
                "/batch",
                "Shows the record of a batch, and where each of its members is.",
                "batch",
                new BatchScreen(twophase, store, redactor))
            .needs("id", "of the batch")
            .takes("page", "of its members, a hundred at a time, from 1 on"),
        Route.page(
                "/account",
                "Shows the figures of an account, and what is held of it.",
                "account",
                new AccountScreen(twophase.accounts()))
            .needs("id", OF_ACCOUNT),
        statement(
                Route.page(
                    "/account/statement",
                    "Shows what was decided of an account, line by line.",
                    "statement",
                    new StatementScreen(statements)))
            .takes("page", "of its lines, a hundred at a time, from 1 on"),
        statement(
            Route.file(
                "/account/statement.csv",
                "Sends what was decided of an account as a file for a spreadsheet.",
                "text/csv",
                new StatementFileScreen(statements))),
        Route.page(
                "/account/balance",
                "Shows the balance of an account just before a moment, as decided.",
                "balance",
                new BalanceScreen(statements))
            .needs("id", OF_ACCOUNT)
            .takes("at", "the moment" + MOMENT)
            .takes("scan", SCAN),
        Route.page(
                "/document",
                "Shows a document as decided, what holds it, and what changed it last.",
                "document",
                new DocumentScreen(twophase, store, redactor))
            .needs("collection", "that has it")
            .needs(
                "id",
                "of the document: text as it is, in braces Extended JSON, in brackets the Extended"
                    + " JSON of any value")
            .takes("database", "another one of the same server")
            .takes("cluster", "another one, by the name that the host gave it"),
        Route.page(
            "/periods",
            "Lists the accounting periods.",
            "periods",
            new PeriodsScreen(twophase.periods())),
        Route.page(
            "/consumers",
            "Lists who reads events, and how far each is behind.",
            "consumers",
            new ConsumersScreen(twophase, store.events())));
  }

  private static Route statement(Route route) {
    return route
        .needs("id", OF_ACCOUNT)
        .takes("from", "the first moment" + MOMENT)
        .takes("to", "the end, which is not part of it" + MOMENT)
        .takes("scan", SCAN);
  }
}
