package io.twophase.cli.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.cli.TwophaseCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** As many lines about rows as somebody reads. */
class NotesTest {

  private final StringWriter err = new StringWriter();
  private final CommandContext context = new CommandContext(() -> false, "none");

  private Notes notes() {
    CommandLine line = TwophaseCommand.line(context);
    line.setErr(new PrintWriter(err, true));
    return new Notes(context, "more follow");
  }

  @Test
  void oneFaultThatManyRowsMeetIsSaidOnce() {
    Notes notes = notes();
    for (int row = 1; row <= 30; row++) {
      notes.show("row " + row + ": ", "no space left");
    }
    notes.show("row 31: ", "another fault");

    assertThat(err.toString().lines())
        .containsExactly(
            "twophase: row 1: no space left",
            "twophase: others follow for the same reason",
            "twophase: row 31: another fault");
  }

  @Test
  void otherLinesAreShownUpToALimit() {
    Notes notes = notes();
    for (int row = 1; row <= 30; row++) {
      notes.show("row " + row);
    }

    assertThat(err.toString().lines()).hasSize(21).last().isEqualTo("twophase: more follow");
  }
}
