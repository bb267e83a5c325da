package io.twophase.adapter.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import java.lang.reflect.Field;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** An option that the driver would leave aside is refused by name. */
class UriOptionsTest {

  @Test
  void anUnknownOptionIsNamedWithoutItsValue() {
    assertThatThrownBy(() -> Connection.parse("mongodb://h/db?w=majority&readConcernLevl=secret"))
        .isInstanceOf(InvalidStoreUriException.class)
        .hasMessage(
            "the store's URI has the option readConcernLevl, which the driver does not know and"
                + " would leave aside");
    assertThatThrownBy(() -> Connection.parse("mongodb://u:p@h/?tlsCAFile=x&frob=1"))
        .hasMessageContaining("the options tlsCAFile, frob, which");
  }

  @Test
  void optionsInAnyCaseAreTaken() {
    assertThatCode(
            () -> Connection.parse("mongodb://h/?ServerSelectionTimeoutMS=5&retryWrites=true"))
        .doesNotThrowAnyException();
    assertThatCode(() -> Connection.parse("mongodb://h/db")).doesNotThrowAnyException();
  }

  @Test
  void theListIsTheDrivers() throws ReflectiveOperationException {
    Field keys = ConnectionString.class.getDeclaredField("ALL_KEYS");
    keys.setAccessible(true);

    assertThat(new TreeSet<>((Set<?>) keys.get(null))).isEqualTo(new TreeSet<>(Connection.KNOWN));
  }
}
