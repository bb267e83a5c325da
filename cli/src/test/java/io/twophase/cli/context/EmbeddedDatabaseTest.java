package io.twophase.cli.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.cli.text.ExitCode;
import io.twophase.cli.testing.CommandRun;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An embedded store whose accounts are in a database of another name never looks empty. */
class EmbeddedDatabaseTest {

  @TempDir Path folder;
  private String store = "";

  @BeforeEach
  void nameAStore() {
    store = "embedded:" + folder.resolve("data");
  }

  @Test
  void aStoreWithItsAccountsInAnotherDatabaseIsRefusedByThatName() {
    assertThat(CommandRun.on(store + "?database=bank", "account", "open", "A").exitCode()).isZero();

    CommandRun listed = CommandRun.on(store, "account", "list");

    assertThat(listed.exitCode()).isEqualTo(ExitCode.STORE_REFUSED);
    assertThat(listed.complaints())
        .singleElement()
        .asString()
        .contains("no accounts in its database 'twophase', but in 'bank'")
        .contains(store + "?database=bank");
  }

  @Test
  void theDatabaseThatIsNamedIsTheOneThatIsRead() {
    CommandRun.on(store + "?database=bank&durable=true", "account", "open", "A");
    CommandRun.on(store + "?database=twophase", "account", "open", "B");

    assertThat(CommandRun.on(store + "?database=bank", "account", "show", "A").exitCode()).isZero();
    assertThat(CommandRun.on(store, "account", "show", "B").exitCode()).isZero();
    assertThat(CommandRun.on(store, "account", "show", "A").exitCode()).isEqualTo(ExitCode.REFUSED);
  }

  @Test
  void aNewStoreIsOpenedInTheUsualDatabase() {
    assertThat(CommandRun.on(store, "account", "open", "A").exitCode()).isZero();
    assertThat(CommandRun.on(store + "?database=twophase", "account", "show", "A").exitCode())
        .isZero();
  }

  @Test
  void anOptionThatIsNoneIsRefusedByName() {
    assertThat(CommandRun.on(store + "?database=a.b", "account", "list").complaints())
        .singleElement()
        .asString()
        .contains("'database=a.b'")
        .contains("durable=true and database=NAME");
  }
}
