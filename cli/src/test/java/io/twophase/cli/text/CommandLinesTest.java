package io.twophase.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Command lines that messages name: a person may use them as they are. */
class CommandLinesTest {

  private static final String OPTIONS = Lines.option("--id", "t1") + Lines.option("--reason", "-h");

  @Test
  void haveTheirOptionsLast() {
    assertThat(Lines.command("transfer", List.of("A", "it's", "1"), OPTIONS))
        .isEqualTo(" transfer 'A' 'it'\\''s' '1' --id 't1' --reason='-h'");
  }

  @Test
  void haveThemFirstWhereAnArgumentWouldBeTakenForOne() {
    assertThat(Lines.command("transfer", List.of("A", "-V", "1"), OPTIONS))
        .isEqualTo(" transfer --id 't1' --reason='-h' -- 'A' '-V' '1'");
  }
}
