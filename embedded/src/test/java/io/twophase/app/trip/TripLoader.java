package io.twophase.app.trip;

import static net.bytebuddy.matcher.ElementMatchers.isAbstract;
import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.isMethod;
import static net.bytebuddy.matcher.ElementMatchers.not;

import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.pool.TypePool;

/**
 * Loads the library's classes anew. Each method of them tells the {@link Trip} that it runs; but
 * not the classes of this package, which are the caller's.
 */
final class TripLoader extends ClassLoader {

  private static final String LIBRARY = "io.twophase.";
  private static final String CALLER = Trip.class.getPackageName() + ".";

  private final ClassFileLocator files;
  private final TypePool types;

  TripLoader(ClassLoader parent) {
    super(parent);
    this.files = ClassFileLocator.ForClassLoader.of(parent);
    this.types = TypePool.Default.of(files);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(LIBRARY) || name.equals(Trip.class.getName())) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? instrumented(name) : loaded;
    }
  }

  private Class<?> instrumented(String name) {
    TypeDescription type = types.describe(name).resolve();
    DynamicType.Builder<?> plain = new ByteBuddy().redefine(type, files);
    DynamicType.Builder<?> counted =
        name.startsWith(CALLER)
            ? plain
            : plain
                .visit(Advice.to(OfMethods.class).on(isMethod().and(not(isAbstract()))))
                .visit(Advice.to(OfConstructors.class).on(isConstructor()));
    byte[] bytes = counted.make().getBytes();
    return defineClass(name, bytes, 0, bytes.length);
  }

  /** The code that each method gets. */
  static final class OfMethods {

    private OfMethods() {}

    @Advice.OnMethodEnter
    static void enter(@Advice.Origin("#t") String type) {
      Trip.enter(type);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit() {
      Trip.exit();
    }
  }

  /** The code that each constructor gets. The JVM allows no handler around a constructor. */
  static final class OfConstructors {

    private OfConstructors() {}

    @Advice.OnMethodEnter
    static void enter(@Advice.Origin("#t") String type) {
      Trip.enter(type);
    }

    @Advice.OnMethodExit
    static void exit() {
      Trip.exit();
    }
  }
}
