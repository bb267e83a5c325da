package io.twophase.domain.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImportedRowTest {

  private static final String FILE = "0123456789abcdef".repeat(4);

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde,   1, file '0123
          0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0, 1, file '0123
          0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdeF,  1, file '0123
          0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdeg,  1, file '0123
          0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef,  0, row 0 is below 1
          """)
  void whatIsNoRowIsRefusedByName(String file, long row, String fault) {
    assertThat(ImportedRow.of(file, row, true).getLeft()).startsWith(fault);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ImportedRow(file, row, true))
        .withMessageStartingWith(fault);
  }

  @Test
  void theFirstRowIsRowOne() {
    assertThat(ImportedRow.of(FILE, 1, true).get()).isEqualTo(new ImportedRow(FILE, 1, true));
  }
}
