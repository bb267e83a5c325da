package io.twophase.adapter.mongo;

import io.twophase.ports.StoreProvider;
import java.util.Locale;
import java.util.regex.Pattern;

/** Opens stores of {@code mongodb://} and {@code mongodb+srv://}, with the default settings. */
public final class MongoStoreProvider implements StoreProvider {

  private static final Pattern SCHEME =
      Pattern.compile("mongodb(\\+srv)?:", Pattern.CASE_INSENSITIVE);

  @Override
  public boolean opens(String uri) {
    return SCHEME.matcher(uri).lookingAt();
  }

  @Override
  public Opened openStore(String uri) {
    // the driver takes schemes in small letters only
    String known =
        SCHEME.matcher(uri).replaceFirst(scheme -> scheme.group().toLowerCase(Locale.ROOT));
    MongoStore store = MongoStore.open(known, MongoStoreSettings.defaults());
    return new Opened(store, store);
  }
}
