package io.twophase.console.screen;

import io.twophase.console.http.Request;
import io.twophase.console.http.Response;
import io.twophase.console.page.Answer;
import io.twophase.console.page.Screen;
import io.twophase.console.view.Json;
import io.twophase.console.view.SpreadsheetCells;
import io.twophase.console.view.StatementViews;
import io.twophase.domain.statement.Statement;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/**
 * The lines of a statement as a file for a spreadsheet: no cell is one that it takes for a formula.
 */
public final class StatementFileScreen implements Screen {

  private static final CSVFormat FORMAT =
      CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get();

  private final StatementReads reads;

  /** Statements that are read so. */
  public StatementFileScreen(StatementReads reads) {
    this.reads = reads;
  }

  @Override
  public Answer answer(Request request) {
    return reads
        .span(request)
        .fold(
            StatementFileScreen::declined,
            statement ->
                new Answer.Sent(
                    new Response(
                            200,
                            Map.of("Content-Type", "text/csv; charset=utf-8"),
                            out -> write(statement, out),
                            false)
                        .asFile("statement-" + statement.account().id() + ".csv")));
  }

  /** A file is sent or it is not: there is no page on which to ask. */
  private static Answer declined(Answer other) {
    return other.fold(
        shown ->
            new Answer.Declined(
                400, "NoFile", "There is no such file: " + Json.line(shown.model())),
        declined -> declined,
        done -> done,
        sent -> sent);
  }

  private static void write(Statement statement, OutputStream out) throws IOException {
    Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    CSVPrinter printer = new CSVPrinter(writer, FORMAT);
    printer.printRecord((Object[]) StatementViews.COLUMNS);
    for (Statement.Line line : statement.lines()) {
      for (String cell : StatementViews.row(statement, line)) {
        printer.print(SpreadsheetCells.safe(cell));
      }
      printer.println();
    }
    printer.flush();
  }
}
